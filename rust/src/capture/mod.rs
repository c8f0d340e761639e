//! Captures: what Live shows of a device chain, a track or a group, read from the bytes that crossed the bridge.

mod document;
mod layout;
mod recall;
mod told;
mod tree;
mod words;

use std::sync::{Arc, Mutex, OnceLock};

pub use layout::Layout;
pub use recall::{Recall, Renamed};
pub use told::Told;
pub use words::{Asked, Words};

use crate::digest::Digest;
use crate::snapshot::Snapshot;
use crate::snapshot::model::Device;
use crate::values::python::number;
use crate::wire::{self, Text, TrackState, Word};

/// What was captured.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// An owner's devices.
    Chain,
    /// One device, without what is in it.
    Device,
    /// A track.
    TrackState,
    /// A group track and all that sits in it.
    GroupSystem,
}

impl Kind {
    /// Every kind with its name.
    pub const ALL: [(Self, &'static str); 4] = [
        (Self::Chain, "chain"),
        (Self::Device, "device"),
        (Self::TrackState, "track_state"),
        (Self::GroupSystem, "group_system"),
    ];

    /// The kind of this name.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.iter().find(|(_, known)| *known == name).map(|(kind, _)| *kind)
    }
}

/// What Live shows.
#[derive(Debug)]
pub struct Capture {
    kind: Kind,
    tracks: Vec<Track>,
    clamped: Arc<[Clamped]>,
    /// All of it as a snapshot without text, once somebody has asked: what comparisons compare with.
    own: Arc<OnceLock<Arc<Snapshot>>>,
    /// A recall that was planned ahead, with the digest of its snapshot.
    ahead: Arc<Mutex<Option<(Digest, Recall)>>>,
}

/// What Live shows of one owner. All but the words is shared: the same comes again with other words.
#[derive(Debug, Clone)]
struct Track {
    id: Text,
    rows: Arc<Rows>,
    /// The devices with all that was told of them. Their `parameters` are places in `values`.
    devices: Arc<[Device<'static>]>,
    /// The layout of each device, depth first.
    layouts: Arc<[Arc<Layout>]>,
    /// Where the parameters of each begin in `values`.
    starts: Arc<[usize]>,
    /// The values of all parameters as they stand, guarded or not.
    values: Arc<[f64]>,
    /// Live's words for some of them, and after them for faders.
    words: Vec<Word>,
}

/// A device chain, alone or as a part of a track.
#[derive(Debug)]
enum Rows {
    /// Alone.
    Chain(Box<wire::Chain>),
    /// With the track it is on.
    Track(Box<TrackState>),
}

impl Rows {
    fn chain(&self) -> &wire::Chain {
        match self {
            Self::Chain(chain) => chain,
            Self::Track(track) => &track.chain,
        }
    }

    fn track(&self) -> Option<&TrackState> {
        match self {
            Self::Chain(_) => None,
            Self::Track(track) => Some(track),
        }
    }
}

/// A value that a snapshot cannot hold as it is.
#[derive(Debug, Clone, PartialEq)]
struct Clamped {
    device: String,
    index: usize,
    name: String,
    found: f64,
    kept: f64,
}

impl Capture {
    /// What was captured.
    #[must_use]
    pub fn kind(&self) -> Kind {
        self.kind
    }

    /// How many parameters there are.
    #[must_use]
    pub fn parameter_count(&self) -> usize {
        self.tracks.iter().map(|track| track.values.len()).sum()
    }

    /// The ids of the owners: of a group system its tracks, in Live's order.
    pub fn owner_ids(&self) -> impl Iterator<Item = &str> {
        self.tracks.iter().map(|track| &*track.id)
    }

    /// The ids of all devices, depth first.
    pub fn device_ids(&self) -> impl Iterator<Item = &str> {
        self.tracks.iter().flat_map(|track| &track.rows.chain().devices).map(|row| &*row.id)
    }

    /// Whether some rack has macros that drive something.
    #[must_use]
    pub fn has_mappings(&self) -> bool {
        self.tracks.iter().flat_map(|track| &track.rows.chain().devices).any(|row| row.has_mappings)
    }

    /// The values that Live shows outside their range, or between the steps of a quantized parameter: a snapshot holds the
    /// nearest that it could write. In words.
    pub fn clamped(&self) -> impl Iterator<Item = String> {
        self.clamped.iter().map(|one| {
            let Clamped { device, index, name, found, kept } = one;
            format!("{device} parameter-{index} {name} reads {}, kept as {}", number(*found), number(*kept))
        })
    }
}
