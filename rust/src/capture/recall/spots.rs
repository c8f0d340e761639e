//! Where the devices and chains of a track are among its rows, what lies below a rack with mapped macros, and where Live's words
//! would stand.

use std::collections::HashMap;

use crate::capture::Track;
use crate::capture::words::{fader_count, owner_faders};
use crate::snapshot::model::Device;
use crate::wire::has;

/// What a difference is about: an owner, or a row of a capture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Spot {
    /// The owner.
    Owner,
    /// A device, by its row.
    Device(usize),
    /// A chain, by its row.
    Chain(usize),
}

/// The places in one track.
pub(super) struct Spots<'c> {
    by_path: HashMap<&'c str, Spot>,
    /// Of each device, whether it lies below a rack with mapped macros, at any depth.
    pub(super) device_below: Vec<bool>,
    /// Of each chain, the same.
    pub(super) chain_below: Vec<bool>,
    /// The first fader of each chain, counted as `wire.Word` does within a track.
    faders: Vec<usize>,
    /// A device that was captured alone: whatever its path, it is that one.
    is_alone: bool,
}

impl<'c> Spots<'c> {
    pub(super) fn of(track: &'c Track, is_alone: bool) -> Self {
        let chain = track.rows.chain();
        let mut by_path = HashMap::with_capacity(chain.devices.len() + chain.chains.len());
        let path = |id: &'c str| id.get(track.id.len() + 1..).unwrap_or_default();
        by_path.extend(chain.devices.iter().enumerate().map(|(row, device)| (path(&device.id), Spot::Device(row))));
        by_path.extend(chain.chains.iter().enumerate().map(|(row, chain)| (path(&chain.id), Spot::Chain(row))));
        let mut spots = Self {
            by_path,
            device_below: Vec::with_capacity(chain.devices.len()),
            chain_below: Vec::with_capacity(chain.chains.len()),
            faders: Vec::with_capacity(chain.chains.len()),
            is_alone,
        };
        spots.mark(track, &track.devices, false);
        spots.count_faders(track);
        spots
    }

    /// Marks devices and chains in the order of their rows.
    fn mark(&mut self, track: &Track, devices: &[Device<'_>], below: bool) {
        for device in devices {
            let below_device = below || track.rows.chain().devices[device.ordinal].has_mappings;
            self.device_below.push(below);
            for chain in device.chain_lists().flat_map(|(_, chains)| chains) {
                self.chain_below.push(below_device);
                self.mark(track, &chain.devices, below_device);
            }
        }
    }

    fn count_faders(&mut self, track: &Track) {
        let mut place = track.values.len() + owner_faders(&track.rows);
        for chain in &track.rows.chain().chains {
            self.faders.push(place);
            place += fader_count(chain);
        }
    }

    /// What stands at a path, empty for the owner. Paths are those of devices that fit, so they are there.
    pub(super) fn at(&self, path: &str) -> Spot {
        match (path.is_empty(), self.is_alone) {
            (true, _) => Spot::Owner,
            (false, true) => Spot::Device(0),
            (false, false) => self.by_path.get(path).copied().unwrap_or(Spot::Owner),
        }
    }

    /// Where the word for a fader of a chain stands: 0 the volume, 1 the pan, 2 and on the sends, of those that it has.
    pub(super) fn chain_fader(&self, track: &Track, row: usize, fader: usize) -> Option<usize> {
        let has = track.rows.chain().chains[row].has;
        let of = |bit: i64| usize::from(has & bit != 0);
        let before = match fader {
            0 => 0,
            1 => of(has::VOLUME),
            send => of(has::VOLUME) + of(has::PAN) + send - 2,
        };
        Some(self.faders.get(row)? + before)
    }
}
