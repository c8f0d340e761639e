//! Reading of owners: the mixers of return and master tracks, and tracks with name, mixer and routing.

use std::borrow::Cow;
use std::ops::Range;

use super::devices::list;
use super::format::OwnerKind;
use super::members::{Members, Seen, boolean, integer, invalid, members, missing, number, or_null, shortened, string};
use super::part::{Membership, Owner, Send, TrackKind, TrackMixer, TrackRouting};
use crate::errors::Outcome;
use crate::json::Reader;

const OWNER: Members<7> =
    members!(required 2: "volume", "pan", "mute", "solo", "cueVolume", "crossfader", "outputChannelId");
const RETURN_ONLY: Range<usize> = 2..4;
const MASTER_ONLY: Range<usize> = 4..7;
const TRACK: Members<5> = members!(required 3: "name", "type", "isGroup", "isGrouped", "groupTrackId");
const MIXER: Members<5> = members!(required 5: "volume", "pan", "mute", "solo", "sends");
const SEND: Members<3> = members!(required 3: "id", "name", "value");
const ROUTING: Members<5> =
    members!(required 5: "inputTypeId", "inputChannelId", "outputTypeId", "outputChannelId", "monitoring");

/// The members of an owner mixer, before it is known whose it is.
#[derive(Default)]
pub(super) struct AnyOwnerMixer {
    numbers: [f64; 7],
    flags: [bool; 7],
    output_channel: Option<String>,
    seen: Seen,
}

impl AnyOwnerMixer {
    /// The mixer of this kind of owner, if exactly its members are there.
    pub(super) fn of(self, kind: OwnerKind) -> Outcome<Owner> {
        let (mut own, mut foreign) = match kind {
            OwnerKind::Return => (RETURN_ONLY, MASTER_ONLY),
            OwnerKind::Master => (MASTER_ONLY, RETURN_ONLY),
        };
        if let Some(place) = foreign.find(|place| self.seen.has(*place)) {
            let name = OWNER.names[place];
            return Err(invalid(format!("{name:?} does not belong to the mixer of this format; leave it out")).at(name));
        }
        if let Some(place) = own.find(|place| !self.seen.has(*place)) {
            return Err(missing(OWNER.names[place]));
        }
        let [volume, pan, _, _, cue_volume, crossfader, _] = self.numbers;
        Ok(match kind {
            OwnerKind::Return => Owner::Return { volume, pan, mute: self.flags[2], solo: self.flags[3] },
            OwnerKind::Master => {
                Owner::Master { volume, pan, cue_volume, crossfader, output_channel: self.output_channel }
            }
        })
    }
}

pub(super) fn read_owner_mixer(reader: &mut Reader<'_>) -> Outcome<AnyOwnerMixer> {
    let mut mixer = AnyOwnerMixer::default();
    mixer.seen = OWNER.read(reader, |reader, member| {
        match member {
            2 | 3 => mixer.flags[member] = boolean(reader)?,
            6 => mixer.output_channel = or_null(reader, owned)?,
            _ => mixer.numbers[member] = number(reader)?,
        }
        Ok(())
    })?;
    Ok(mixer)
}

/// What `track` says of a track.
pub(super) struct TrackHead {
    pub(super) name: String,
    pub(super) kind: TrackKind,
    pub(super) is_group: bool,
    pub(super) membership: Option<Membership>,
}

pub(super) fn read_track(reader: &mut Reader<'_>) -> Outcome<TrackHead> {
    let mut head = TrackHead { name: String::new(), kind: TrackKind::Unknown, is_group: false, membership: None };
    let mut membership = Membership { is_grouped: false, group: None };
    let seen = TRACK.read(reader, |reader, member| {
        match member {
            0 => head.name = owned(reader)?,
            1 => head.kind = track_kind(reader)?,
            2 => head.is_group = boolean(reader)?,
            3 => membership.is_grouped = boolean(reader)?,
            _ => membership.group = or_null(reader, owned)?,
        }
        Ok(())
    })?;
    match (seen.has(3), seen.has(4)) {
        (false, false) => {}
        (true, true) => head.membership = Some(membership),
        (true, false) => return Err(missing("groupTrackId")),
        (false, true) => return Err(missing("isGrouped")),
    }
    Ok(head)
}

fn track_kind(reader: &mut Reader<'_>) -> Outcome<TrackKind> {
    let name = string(reader)?;
    TrackKind::named(&name).ok_or_else(|| {
        let known = TrackKind::ALL.map(|(_, name)| name).join(", ");
        invalid(format!("{:?} is no type of track; the types are {known}", shortened(&name)))
    })
}

pub(super) fn read_track_mixer(reader: &mut Reader<'_>) -> Outcome<TrackMixer> {
    let mut mixer = TrackMixer::default();
    MIXER.read(reader, |reader, member| {
        match member {
            0 => mixer.volume = number(reader)?,
            1 => mixer.pan = number(reader)?,
            2 => mixer.mute = boolean(reader)?,
            3 => mixer.solo = boolean(reader)?,
            _ => mixer.sends = list(reader, read_send)?,
        }
        Ok(())
    })?;
    Ok(mixer)
}

fn read_send(reader: &mut Reader<'_>) -> Outcome<Send> {
    let mut send = Send { id: String::new(), name: String::new(), value: 0.0 };
    SEND.read(reader, |reader, member| {
        match member {
            0 => send.id = owned(reader)?,
            1 => send.name = owned(reader)?,
            _ => send.value = number(reader)?,
        }
        Ok(())
    })?;
    Ok(send)
}

pub(super) fn read_track_routing(reader: &mut Reader<'_>) -> Outcome<TrackRouting> {
    let mut routing = TrackRouting::default();
    ROUTING.read(reader, |reader, member| {
        match member {
            0 => routing.input_type = or_null(reader, owned)?,
            1 => routing.input_channel = or_null(reader, owned)?,
            2 => routing.output_type = or_null(reader, owned)?,
            3 => routing.output_channel = or_null(reader, owned)?,
            _ => routing.monitoring = or_null(reader, integer)?,
        }
        Ok(())
    })?;
    Ok(routing)
}

fn owned(reader: &mut Reader<'_>) -> Outcome<String> {
    string(reader).map(Cow::into_owned)
}
