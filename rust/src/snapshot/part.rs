//! The parts of a snapshot: an owner with its devices. All families but group systems have one, a group system one for
//! each of its tracks, so that whatever walks a part serves them all.

use std::borrow::Cow;

use super::format::Level;
use super::model::{Chain, Device, visit_devices};

/// Devices, and what the snapshot holds of their owner. Parameters of one device are a part whose only device has no name
/// and no type.
#[derive(Debug, Clone)]
pub struct Part<'a> {
    /// The id that the track had when it was captured, in a group system.
    pub source_id: Option<Cow<'a, str>>,
    /// How much of the devices it holds.
    pub level: Level,
    /// Its mixer, and of tracks name, place and routing.
    pub owner: Option<Owner>,
    /// The top-level devices.
    pub devices: Vec<Device<'a>>,
}

impl Part<'_> {
    /// The same part with texts of its own.
    #[must_use]
    pub fn into_owned(self) -> Part<'static> {
        Part {
            source_id: self.source_id.map(|id| Cow::Owned(id.into_owned())),
            level: self.level,
            owner: self.owner,
            devices: self.devices.into_iter().map(Device::into_owned).collect(),
        }
    }

    /// The track, where the part is one.
    #[must_use]
    pub fn track(&self) -> Option<&Track> {
        match &self.owner {
            Some(Owner::Track(track)) => Some(track),
            _ => None,
        }
    }

    /// Adds the levels of its mixer and of its chains' mixers, as [`Snapshot::faders`](super::Snapshot::faders) has them.
    pub(super) fn push_faders(&self, faders: &mut Vec<f64>) {
        if let Some(owner) = &self.owner {
            owner.push_faders(faders);
        }
        push_chain_faders(&self.devices, faders);
    }
}

fn push_chain_faders(devices: &[Device<'_>], faders: &mut Vec<f64>) {
    for chain in devices.iter().flat_map(Device::chain_lists).flat_map(|(_, chains)| chains) {
        let Chain { mixer, devices, .. } = chain;
        if let Some(mixer) = mixer {
            faders.extend(mixer.volume.into_iter().chain(mixer.pan).chain(mixer.sends.iter().copied()));
        }
        push_chain_faders(devices, faders);
    }
}

/// The devices of all parts, each before what it holds.
pub fn visit_parts<'d, 'a>(parts: &'d [Part<'a>], visit: &mut impl FnMut(&'d Device<'a>)) {
    for part in parts {
        visit_devices(&part.devices, visit);
    }
}

/// What owns devices.
#[derive(Debug, Clone, PartialEq)]
pub enum Owner {
    /// A return track's mixer.
    Return {
        /// Volume.
        volume: f64,
        /// Panning.
        pan: f64,
        /// Whether the track is muted.
        mute: bool,
        /// Whether the track is soloed.
        solo: bool,
    },
    /// The master track's mixer.
    Master {
        /// Volume.
        volume: f64,
        /// Panning.
        pan: f64,
        /// Volume of the cue output.
        cue_volume: f64,
        /// Position of the crossfader.
        crossfader: f64,
        /// The output channel, `None` where Live offers no choice.
        output_channel: Option<String>,
    },
    /// A track.
    Track(Box<Track>),
}

impl Owner {
    fn push_faders(&self, faders: &mut Vec<f64>) {
        match self {
            Self::Return { volume, pan, .. } => faders.extend([volume, pan]),
            Self::Master { volume, pan, cue_volume, crossfader, .. } => {
                faders.extend([volume, pan, cue_volume, crossfader]);
            }
            Self::Track(track) => {
                faders.extend([track.mixer.volume, track.mixer.pan]);
                faders.extend(track.mixer.sends.iter().map(|send| send.value));
            }
        }
    }
}

/// A track.
#[derive(Debug, Clone, PartialEq)]
pub struct Track {
    /// Its name.
    pub name: String,
    /// What it plays.
    pub kind: TrackKind,
    /// Whether it is a group track.
    pub is_group: bool,
    /// Whether and where it sits in a group, unless the snapshot is too old to know.
    pub membership: Option<Membership>,
    /// Its mixer.
    pub mixer: TrackMixer,
    /// Where its sound comes from and goes.
    pub routing: TrackRouting,
}

/// What a track plays.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TrackKind {
    /// Notes.
    Midi,
    /// Sound.
    Audio,
    /// What its members play.
    Group,
    /// Nothing that was known then.
    Unknown,
}

impl TrackKind {
    /// Every kind with its name.
    pub const ALL: [(Self, &'static str); 4] =
        [(Self::Midi, "midi"), (Self::Audio, "audio"), (Self::Group, "group"), (Self::Unknown, "unknown")];

    /// The kind of this name.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.iter().find(|(_, known)| *known == name).map(|(kind, _)| *kind)
    }

    /// The name, as it stands in the snapshot.
    #[must_use]
    pub fn name(self) -> &'static str {
        Self::ALL[self as usize].1
    }
}

/// Whether and where a track sits in a group.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Membership {
    /// Whether it does.
    pub is_grouped: bool,
    /// The id of the group track.
    pub group: Option<String>,
}

/// The mixer of a track.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct TrackMixer {
    /// Volume.
    pub volume: f64,
    /// Panning.
    pub pan: f64,
    /// Whether the track is muted.
    pub mute: bool,
    /// Whether the track is soloed.
    pub solo: bool,
    /// Sends to the return tracks.
    pub sends: Vec<Send>,
}

/// A send of a track.
#[derive(Debug, Clone, PartialEq)]
pub struct Send {
    /// Its id.
    pub id: String,
    /// The name of the return track it goes to.
    pub name: String,
    /// How much.
    pub value: f64,
}

/// Where a track's sound comes from and goes, as ids; `None` for what could not be read.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct TrackRouting {
    /// Where it comes from.
    pub input_type: Option<String>,
    /// Which channel of that.
    pub input_channel: Option<String>,
    /// Where it goes.
    pub output_type: Option<String>,
    /// Which channel of that.
    pub output_channel: Option<String>,
    /// Live's number of the monitoring choice.
    pub monitoring: Option<i64>,
}

impl TrackRouting {
    /// The four routings with their members of the snapshot, in the order of writing: a type decides which channels there
    /// are.
    #[must_use]
    pub fn ids(&self) -> [(&'static str, Option<&str>); 4] {
        [
            ("inputTypeId", self.input_type.as_deref()),
            ("outputTypeId", self.output_type.as_deref()),
            ("inputChannelId", self.input_channel.as_deref()),
            ("outputChannelId", self.output_channel.as_deref()),
        ]
    }
}
