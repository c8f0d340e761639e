//! The six formats of a device-chain snapshot, and what each of them holds.

/// A format. Each one holds what the one before holds; the last two add the owner's mixer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Format {
    /// Top-level devices only.
    V1,
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

/// Whose mixer a snapshot holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OwnerKind {
    /// A return track.
    Return,
    /// The master track.
    Master,
}

impl Format {
    /// Every format with its name, oldest first.
    pub const ALL: [(Self, &'static str); 6] = [
        (Self::V1, "cavi-device-chain-v1"),
        (Self::V2, "cavi-device-chain-v2"),
        (Self::V3, "cavi-device-chain-v3"),
        (Self::V4, "cavi-device-chain-v4"),
        (Self::V5, "cavi-device-chain-v5"),
        (Self::V6, "cavi-device-chain-v6"),
    ];

    /// The format of this name.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.iter().find(|(_, known)| *known == name).map(|(format, _)| *format)
    }

    /// The name, as it stands in the snapshot.
    #[must_use]
    pub fn name(self) -> &'static str {
        Self::ALL[self as usize].1
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

    /// Whose mixer it holds, if any.
    #[must_use]
    pub fn owner(self) -> Option<OwnerKind> {
        match self {
            Self::V5 => Some(OwnerKind::Return),
            Self::V6 => Some(OwnerKind::Master),
            _ => None,
        }
    }
}
