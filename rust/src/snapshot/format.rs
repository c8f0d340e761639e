//! The twelve formats in their four families, and what the devices of each level hold.

/// How much of its devices a snapshot holds: the number of the device-chain format that holds as much. Each level holds
/// what the one before holds; the last two add the owner's mixer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Level {
    /// Top-level devices only.
    V1 = 1,
    /// Nested chains and return chains: names and devices.
    V2,
    /// Chain mixers and note routing.
    V3,
    /// Drum pads.
    V4,
    /// The mixer of a return track.
    V5,
    /// The mixer of the master track.
    V6,
}

impl Level {
    /// Its number, 1 to 6.
    #[must_use]
    pub fn number(self) -> u8 {
        self as u8
    }

    /// Whether racks have their chains.
    #[must_use]
    pub fn holds_chains(self) -> bool {
        self >= Self::V2
    }

    /// Whether chains have their mixer and note routing.
    #[must_use]
    pub fn holds_chain_controls(self) -> bool {
        self >= Self::V3
    }

    /// Whether Drum Racks have their pads.
    #[must_use]
    pub fn holds_pads(self) -> bool {
        self >= Self::V4
    }
}

/// What a snapshot is of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Family {
    /// The devices of a track, return track or master track.
    DeviceChain,
    /// The parameters of one device.
    DeviceParameters,
    /// A track with its mixer, routing and devices.
    TrackState,
    /// A group track and all that sits in it.
    GroupSystem,
}

impl Family {
    /// Every family.
    pub const ALL: [Self; 4] = [Self::DeviceChain, Self::DeviceParameters, Self::TrackState, Self::GroupSystem];

    /// The name that callers see.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::DeviceChain => "device-chain",
            Self::DeviceParameters => "device-parameters",
            Self::TrackState => "track-state",
            Self::GroupSystem => "group-system",
        }
    }

    /// What a snapshot of it holds, in words.
    pub(super) fn words(self) -> &'static str {
        match self {
            Self::DeviceChain => "a device chain",
            Self::DeviceParameters => "the parameters of one device",
            Self::TrackState => "a track",
            Self::GroupSystem => "a group track with its members",
        }
    }

    /// The names of its formats, oldest first.
    pub fn formats(self) -> impl Iterator<Item = &'static str> {
        Format::ALL.into_iter().filter(move |(format, _)| format.family() == self).map(|(_, name)| name)
    }
}

/// Whose mixer a device-chain snapshot holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OwnerKind {
    /// A return track.
    Return,
    /// The master track.
    Master,
}

/// A format.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Format {
    /// `cavi-device-chain-v1` to `v6`.
    DeviceChain(Level),
    /// `cavi-device-parameters-v1`.
    DeviceParameters,
    /// `cavi-track-state-v1` to `v4`.
    TrackState(Level),
    /// `cavi-group-system-v1`; each of its tracks is a track state with a format of its own.
    GroupSystem,
}

impl Format {
    /// Every format with its name: family by family, oldest first.
    pub const ALL: [(Self, &'static str); 12] = [
        (Self::DeviceChain(Level::V1), "cavi-device-chain-v1"),
        (Self::DeviceChain(Level::V2), "cavi-device-chain-v2"),
        (Self::DeviceChain(Level::V3), "cavi-device-chain-v3"),
        (Self::DeviceChain(Level::V4), "cavi-device-chain-v4"),
        (Self::DeviceChain(Level::V5), "cavi-device-chain-v5"),
        (Self::DeviceChain(Level::V6), "cavi-device-chain-v6"),
        (Self::DeviceParameters, "cavi-device-parameters-v1"),
        (Self::TrackState(Level::V1), "cavi-track-state-v1"),
        (Self::TrackState(Level::V2), "cavi-track-state-v2"),
        (Self::TrackState(Level::V3), "cavi-track-state-v3"),
        (Self::TrackState(Level::V4), "cavi-track-state-v4"),
        (Self::GroupSystem, "cavi-group-system-v1"),
    ];

    /// The format of this name.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.iter().find(|(_, known)| *known == name).map(|(format, _)| *format)
    }

    /// The name, as it stands in the snapshot.
    #[must_use]
    pub fn name(self) -> &'static str {
        Self::ALL.iter().find(|(format, _)| *format == self).map_or("", |(_, name)| name) // all of them stand there
    }

    /// What a snapshot of this format is of.
    #[must_use]
    pub fn family(self) -> Family {
        match self {
            Self::DeviceChain(_) => Family::DeviceChain,
            Self::DeviceParameters => Family::DeviceParameters,
            Self::TrackState(_) => Family::TrackState,
            Self::GroupSystem => Family::GroupSystem,
        }
    }

    /// The level of its devices; of a group system, where each track has its own, the lowest.
    #[must_use]
    pub fn level(self) -> Level {
        match self {
            Self::DeviceChain(level) | Self::TrackState(level) => level,
            Self::DeviceParameters | Self::GroupSystem => Level::V1,
        }
    }

    /// Whose mixer it holds beside the devices, if any.
    #[must_use]
    pub fn owner(self) -> Option<OwnerKind> {
        match self {
            Self::DeviceChain(Level::V5) => Some(OwnerKind::Return),
            Self::DeviceChain(Level::V6) => Some(OwnerKind::Master),
            _ => None,
        }
    }
}
