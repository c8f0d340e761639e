//! What crosses the bridge and costs more the more there is: read here, so that the server never makes objects of it.

mod reading;
mod rows;

pub(crate) use reading::invalid;
pub use reading::{Bytes, Digests, Doubles, Places, Shown, Text, Wire, unpack};
pub use rows::*;

/// Bits of a parameter's flag byte, and of a row to write.
pub mod flag {
    /// It can be written.
    pub const ENABLED: u8 = 1;
    /// Playing automation holds it.
    pub const AUTOMATED: u8 = 2;
    /// Of a row to write: it has steps, and may decide what else there is.
    pub const MODE: u8 = 4;
}

/// Bits of a captured chain's `has`.
pub mod has {
    /// It has a volume.
    pub const VOLUME: i64 = 1;
    /// It has a panning.
    pub const PAN: i64 = 2;
    /// It has a mute switch.
    pub const MUTE: i64 = 4;
    /// It has a solo switch.
    pub const SOLO: i64 = 8;
    /// It has notes.
    pub const NOTES: i64 = 16;
    /// Its volume can be written.
    pub const VOLUME_ENABLED: i64 = 32;
    /// Its panning can be written.
    pub const PAN_ENABLED: i64 = 64;
    /// A macro drives its activator, so its mute cannot be written.
    pub const MUTE_DRIVEN: i64 = 128;
}
