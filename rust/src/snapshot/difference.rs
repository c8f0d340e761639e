//! What can differ between what Live holds and a snapshot: one thing, its place, and both values.

use std::sync::Arc;

/// What changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Change {
    /// The name of a track.
    OwnerName,
    /// A control of the owner's mixer.
    OwnerMixer,
    /// One of a track's routings, or its monitoring.
    OwnerRouting,
    /// The name of a device.
    DeviceName,
    /// The value of a parameter.
    Parameter,
    /// The volume of a chain.
    ChainVolume,
    /// The panning of a chain.
    ChainPan,
    /// A send of a chain.
    ChainSend,
    /// The solo switch of a chain.
    ChainSolo,
    /// The mute switch of a chain.
    ChainMute,
    /// The note that a chain listens to.
    ChainInNote,
    /// The note that a chain plays.
    ChainOutNote,
    /// The solo switch of a pad.
    PadSolo,
    /// The mute switch of a pad.
    PadMute,
    /// The name of a chain, which recall never writes.
    NameDiffers,
}

impl Change {
    /// The name that callers see.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::OwnerName => "owner_name",
            Self::OwnerMixer => "owner_mixer",
            Self::OwnerRouting => "owner_routing",
            Self::DeviceName => "device_name",
            Self::Parameter => "parameter",
            Self::ChainVolume => "chain_volume",
            Self::ChainPan => "chain_pan",
            Self::ChainSend => "chain_send",
            Self::ChainSolo => "chain_solo",
            Self::ChainMute => "chain_mute",
            Self::ChainInNote => "chain_in_note",
            Self::ChainOutNote => "chain_out_note",
            Self::PadSolo => "pad_solo",
            Self::PadMute => "pad_mute",
            Self::NameDiffers => "name_differs",
        }
    }
}

/// Which one of several: a parameter, a chain's send, a pad's note, or what of its owner.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Field {
    /// There is only one.
    Only,
    /// By number.
    Number(usize),
    /// By the name of the snapshot's member.
    Named(&'static str),
    /// A send of a track.
    Send(usize),
}

/// A value before or after.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// Nothing to choose.
    Null,
    /// A number.
    Number(f64),
    /// A switch.
    Flag(bool),
    /// A whole number: a note, or the monitoring choice.
    Integer(i64),
    /// A name or an id.
    Text(String),
}

/// One thing that must change.
#[derive(Clone, Debug, PartialEq)]
pub struct Difference {
    /// Which track of a group system.
    pub track: Option<usize>,
    /// What it is.
    pub change: Change,
    /// The device or chain, empty for the owner.
    pub place: Arc<str>,
    /// Which of several.
    pub field: Field,
    /// The live value.
    pub before: Value,
    /// The value to write.
    pub after: Value,
}
