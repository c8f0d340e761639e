//! The canonical form of owners: mixers of return and master tracks, and tracks.

use super::{flag, list, member, or_null};
use crate::canonical::Sink;
use crate::canonical::number::{write_double, write_integer};
use crate::canonical::text::write_string;
use crate::snapshot::part::{Owner, Send, Track, TrackMixer, TrackRouting};

/// Writes the members that follow the format.
pub(super) fn write(sink: &mut Sink, owner: &Owner) {
    match owner {
        Owner::Return { volume, pan, mute, solo } => {
            or_null(sink, b",\"ownerMixer\":{\"mute\":", Some(*mute), flag);
            or_null(sink, b",\"pan\":", Some(*pan), write_double);
            or_null(sink, b",\"solo\":", Some(*solo), flag);
            or_null(sink, b",\"volume\":", Some(*volume), write_double);
            sink.bytes(b"}");
        }
        Owner::Master { volume, pan, cue_volume, crossfader, output_channel } => {
            or_null(sink, b",\"ownerMixer\":{\"crossfader\":", Some(*crossfader), write_double);
            or_null(sink, b",\"cueVolume\":", Some(*cue_volume), write_double);
            or_null(sink, b",\"outputChannelId\":", output_channel.as_deref(), text);
            or_null(sink, b",\"pan\":", Some(*pan), write_double);
            or_null(sink, b",\"volume\":", Some(*volume), write_double);
            sink.bytes(b"}");
        }
        Owner::Track(track) => {
            mixer(sink, &track.mixer);
            routing(sink, &track.routing);
            head(sink, track);
        }
    }
}

fn text(sink: &mut Sink, text: &str) {
    write_string(sink, text.as_bytes());
}

fn mixer(sink: &mut Sink, mixer: &TrackMixer) {
    or_null(sink, b",\"mixer\":{\"mute\":", Some(mixer.mute), flag);
    or_null(sink, b",\"pan\":", Some(mixer.pan), write_double);
    sink.bytes(b",\"sends\":");
    list(sink, &mixer.sends, send);
    or_null(sink, b",\"solo\":", Some(mixer.solo), flag);
    or_null(sink, b",\"volume\":", Some(mixer.volume), write_double);
    sink.bytes(b"}");
}

fn send(sink: &mut Sink, send: &Send) {
    member(sink, b"{\"id\":", &send.id);
    member(sink, b",\"name\":", &send.name);
    or_null(sink, b",\"value\":", Some(send.value), write_double);
    sink.bytes(b"}");
}

fn routing(sink: &mut Sink, routing: &TrackRouting) {
    or_null(sink, b",\"routing\":{\"inputChannelId\":", routing.input_channel.as_deref(), text);
    or_null(sink, b",\"inputTypeId\":", routing.input_type.as_deref(), text);
    or_null(sink, b",\"monitoring\":", routing.monitoring, write_integer);
    or_null(sink, b",\"outputChannelId\":", routing.output_channel.as_deref(), text);
    or_null(sink, b",\"outputTypeId\":", routing.output_type.as_deref(), text);
    sink.bytes(b"}");
}

fn head(sink: &mut Sink, track: &Track) {
    sink.bytes(b",\"track\":{");
    if let Some(membership) = &track.membership {
        or_null(sink, b"\"groupTrackId\":", membership.group.as_deref(), text);
        sink.bytes(b",");
    }
    or_null(sink, b"\"isGroup\":", Some(track.is_group), flag);
    if let Some(membership) = &track.membership {
        or_null(sink, b",\"isGrouped\":", Some(membership.is_grouped), flag);
    }
    member(sink, b",\"name\":", &track.name);
    member(sink, b",\"type\":", track.kind.name());
    sink.bytes(b"}");
}
