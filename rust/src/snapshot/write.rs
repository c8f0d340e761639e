//! The canonical form of a snapshot, written from what was read: the members of each object stand here in RFC 8785 order.

mod owners;

use super::document::Document;
use super::format::Format;
use super::model::{Chain, ChainMixer, Device, NoteRouting, Pad, Parameter};
use super::part::Part;
use crate::canonical::Sink;
use crate::canonical::number::{write_double, write_integer};
use crate::canonical::text::write_string;

impl Document<'_> {
    /// Writes the whole snapshot.
    pub fn write(&self, sink: &mut Sink) {
        match self.format {
            Format::DeviceParameters => {
                for device in self.parts.iter().flat_map(|part| &part.devices) {
                    self.device_parameters(sink, device);
                }
            }
            Format::GroupSystem => {
                sink.bytes(b"{\"format\":\"cavi-group-system-v1\",\"tracks\":");
                list(sink, &self.parts, |sink, part| self.member(sink, part));
                sink.bytes(b"}");
            }
            _ => self.parts.iter().for_each(|part| self.part(sink, part, self.format)),
        }
    }

    fn device_parameters(&self, sink: &mut Sink, device: &Device<'_>) {
        member(sink, b"{\"deviceClass\":", &device.class_name);
        sink.bytes(b",\"format\":\"cavi-device-parameters-v1\",\"parameters\":");
        self.parameters(sink, device);
        sink.bytes(b"}");
    }

    fn member(&self, sink: &mut Sink, part: &Part<'_>) {
        sink.bytes(b"{\"snapshot\":");
        self.part(sink, part, Format::TrackState(part.level));
        member(sink, b",\"sourceTrackId\":", part.source_id.as_deref().unwrap_or_default());
        sink.bytes(b"}");
    }

    fn part(&self, sink: &mut Sink, part: &Part<'_>, format: Format) {
        sink.bytes(b"{\"devices\":");
        list(sink, &part.devices, |sink, device| self.device(sink, device));
        member(sink, b",\"format\":", format.name());
        if let Some(owner) = &part.owner {
            owners::write(sink, owner);
        }
        sink.bytes(b"}");
    }

    fn device(&self, sink: &mut Sink, device: &Device<'_>) {
        sink.bytes(b"{");
        if let Some(chains) = &device.chains {
            sink.bytes(b"\"chains\":");
            list(sink, chains, |sink, chain| self.chain(sink, chain));
            sink.bytes(b",");
        }
        member(sink, b"\"className\":", &device.class_name);
        if let Some(pads) = &device.pads {
            sink.bytes(b",\"drumPads\":");
            list(sink, pads, |sink, pad| write_pad(sink, *pad));
        }
        member(sink, b",\"name\":", &device.name);
        sink.bytes(b",\"parameters\":");
        self.parameters(sink, device);
        if let Some(chains) = &device.return_chains {
            sink.bytes(b",\"returnChains\":");
            list(sink, chains, |sink, chain| self.chain(sink, chain));
        }
        member(sink, b",\"type\":", &device.kind);
        sink.bytes(b"}");
    }

    fn chain(&self, sink: &mut Sink, chain: &Chain<'_>) {
        sink.bytes(b"{\"devices\":");
        list(sink, &chain.devices, |sink, device| self.device(sink, device));
        if let Some(mixer) = &chain.mixer {
            sink.bytes(b",\"mixer\":");
            chain_mixer(sink, mixer);
        }
        member(sink, b",\"name\":", &chain.name);
        if let Some(routing) = &chain.routing {
            sink.bytes(b",\"noteRouting\":");
            note_routing(sink, *routing);
        }
        sink.bytes(b"}");
    }

    fn parameters(&self, sink: &mut Sink, device: &Device<'_>) {
        list(sink, &self.parameters[device.parameters.clone()], |sink, parameter| self.parameter(sink, parameter));
    }

    fn parameter(&self, sink: &mut Sink, parameter: &Parameter<'_>) {
        sink.bytes(b"{\"max\":");
        write_double(sink, parameter.max);
        sink.bytes(b",\"min\":");
        write_double(sink, parameter.min);
        member(sink, b",\"originalName\":", &parameter.name);
        sink.bytes(if parameter.quantized {
            b",\"quantized\":true,\"value\":"
        } else {
            b",\"quantized\":false,\"value\":"
        });
        write_double(sink, parameter.value);
        sink.bytes(b",\"valueItems\":");
        list(sink, &self.labels[parameter.choices.clone()], |sink, label| write_string(sink, label.as_bytes()));
        sink.bytes(b"}");
    }
}

fn list<T>(sink: &mut Sink, items: &[T], mut item: impl FnMut(&mut Sink, &T)) {
    let mut separator = b'[';
    for one in items {
        sink.byte(separator);
        separator = b',';
        item(sink, one);
    }
    sink.bytes(if separator == b'[' { b"[]" } else { b"]" });
}

fn member(sink: &mut Sink, key: &[u8], text: &str) {
    sink.bytes(key);
    write_string(sink, text.as_bytes());
}

fn or_null<T>(sink: &mut Sink, key: &[u8], value: Option<T>, write: impl FnOnce(&mut Sink, T)) {
    sink.bytes(key);
    match value {
        Some(value) => write(sink, value),
        None => sink.bytes(b"null"),
    }
}

fn flag(sink: &mut Sink, value: bool) {
    sink.bytes(if value { b"true" } else { b"false" });
}

fn note(sink: &mut Sink, note: u8) {
    write_integer(sink, i64::from(note));
}

fn chain_mixer(sink: &mut Sink, mixer: &ChainMixer) {
    or_null(sink, b"{\"mute\":", mixer.mute, flag);
    or_null(sink, b",\"pan\":", mixer.pan, write_double);
    sink.bytes(b",\"sends\":");
    list(sink, &mixer.sends, |sink, send| write_double(sink, *send));
    or_null(sink, b",\"solo\":", mixer.solo, flag);
    or_null(sink, b",\"volume\":", mixer.volume, write_double);
    sink.bytes(b"}");
}

fn note_routing(sink: &mut Sink, routing: NoteRouting) {
    or_null(sink, b"{\"inputNote\":", routing.input, note);
    or_null(sink, b",\"outputNote\":", routing.output, note);
    sink.bytes(b"}");
}

fn write_pad(sink: &mut Sink, pad: Pad) {
    or_null(sink, b"{\"mute\":", Some(pad.mute), flag);
    or_null(sink, b",\"note\":", Some(pad.note), note);
    or_null(sink, b",\"solo\":", Some(pad.solo), flag);
    sink.bytes(b"}");
}
