//! The canonical form of a snapshot, written from what was read: the members of each object stand here in RFC 8785 order.

use super::document::Document;
use super::model::{Chain, ChainMixer, Device, NoteRouting, OwnerMixer, Pad, Parameter};
use crate::canonical::Sink;
use crate::canonical::number::{write_double, write_integer};
use crate::canonical::text::write_string;

impl Document<'_> {
    /// Writes the whole snapshot.
    pub fn write(&self, sink: &mut Sink) {
        sink.bytes(b"{\"devices\":");
        list(sink, &self.devices, |sink, device| self.device(sink, device));
        sink.bytes(b",\"format\":\"");
        sink.bytes(self.format.name().as_bytes());
        sink.bytes(b"\"");
        if let Some(owner) = &self.owner {
            sink.bytes(b",\"ownerMixer\":");
            owner_mixer(sink, owner);
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
        list(sink, &self.parameters[device.parameters.clone()], |sink, parameter| self.parameter(sink, parameter));
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

fn owner_mixer(sink: &mut Sink, owner: &OwnerMixer) {
    match owner {
        OwnerMixer::Return { volume, pan, mute, solo } => {
            or_null(sink, b"{\"mute\":", Some(*mute), flag);
            or_null(sink, b",\"pan\":", Some(*pan), write_double);
            or_null(sink, b",\"solo\":", Some(*solo), flag);
            or_null(sink, b",\"volume\":", Some(*volume), write_double);
        }
        OwnerMixer::Master { volume, pan, cue_volume, crossfader, output_channel } => {
            or_null(sink, b"{\"crossfader\":", Some(*crossfader), write_double);
            or_null(sink, b",\"cueVolume\":", Some(*cue_volume), write_double);
            or_null(sink, b",\"outputChannelId\":", output_channel.as_ref(), |sink, id| {
                write_string(sink, id.as_bytes());
            });
            or_null(sink, b",\"pan\":", Some(*pan), write_double);
            or_null(sink, b",\"volume\":", Some(*volume), write_double);
        }
    }
    sink.bytes(b"}");
}
