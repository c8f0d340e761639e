//! The members of a whole snapshot, of all families, and which of them a format has.

use super::format::{Format, Level};
use super::members::{Members, Seen, invalid, members, missing};
use crate::errors::Outcome;

pub(super) const FORMAT: usize = 0;
pub(super) const DEVICES: usize = 1;
pub(super) const OWNER_MIXER: usize = 2;
pub(super) const DEVICE_CLASS: usize = 3;
pub(super) const PARAMETERS: usize = 4;
pub(super) const TRACK: usize = 5;
pub(super) const MIXER: usize = 6;
pub(super) const ROUTING: usize = 7;
pub(super) const TRACKS: usize = 8;
/// The members of all families; which of them a format has is known only once all are read, as it may stand last.
pub(super) const ROOT: Members<9> = members!(required 1: "format", "devices", "ownerMixer", "deviceClass", "parameters",
    "track", "mixer", "routing", "tracks");

/// The members of a snapshot of this format: all of them must be there, and no others.
fn members_of(format: Format) -> &'static [usize] {
    match format {
        Format::DeviceChain(Level::V5 | Level::V6) => &[FORMAT, DEVICES, OWNER_MIXER],
        Format::DeviceChain(_) => &[FORMAT, DEVICES],
        Format::DeviceParameters => &[FORMAT, DEVICE_CLASS, PARAMETERS],
        Format::TrackState(_) => &[FORMAT, TRACK, MIXER, ROUTING, DEVICES],
        Format::GroupSystem => &[FORMAT, TRACKS],
    }
}

/// Refuses members that the format has not, and asks for those that it has.
pub(super) fn check_members(format: Format, seen: Seen) -> Outcome<()> {
    let own = members_of(format);
    for (place, name) in ROOT.names.iter().enumerate() {
        match (seen.has(place), own.contains(&place)) {
            (true, false) => {
                return Err(invalid(format!("{name:?} does not belong to {}; leave it out", format.name())).at(*name));
            }
            (false, true) => return Err(missing(name)),
            _ => {}
        }
    }
    Ok(())
}
