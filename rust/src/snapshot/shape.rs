//! What a format demands of its parts: what its devices and chains hold, and what a group is.

use std::collections::HashSet;

use super::format::Level;
use super::members::{invalid, missing};
use super::model::{Chain, ChainList, Device};
use super::part::Part;
use crate::errors::{At, Outcome, Refusal};

/// How many tracks a group system may have.
const MAX_TRACKS: usize = 128;

/// Refuses members that the level does not know.
pub(super) fn check_devices(level: Level, devices: &[Device<'_>]) -> Outcome<()> {
    for (index, device) in devices.iter().enumerate() {
        check_device(level, device).at(index)?;
    }
    Ok(())
}

fn check_device(level: Level, device: &Device<'_>) -> Outcome<()> {
    if device.pads.is_some() && !level.holds_pads() {
        return Err(foreign(level, "drumPads"));
    }
    for list in ChainList::BOTH {
        let Some(chains) = list.of(device) else { continue };
        if !level.holds_chains() {
            return Err(foreign(level, list.member()));
        }
        for (index, chain) in chains.iter().enumerate() {
            check_chain(level, chain).at(index).at(list.member())?;
        }
    }
    Ok(())
}

fn check_chain(level: Level, chain: &Chain<'_>) -> Outcome<()> {
    for (name, present) in [("mixer", chain.mixer.is_some()), ("noteRouting", chain.routing.is_some())] {
        match (present, level.holds_chain_controls()) {
            (true, false) => return Err(foreign(level, name)),
            (false, true) => return Err(missing(name)),
            _ => {}
        }
    }
    check_devices(level, &chain.devices).at("devices")
}

#[cold]
fn foreign(level: Level, name: &str) -> Refusal {
    let number = level.number();
    invalid(format!("{name:?} does not belong to version {number} of this format; leave it out or name a newer one"))
        .at(name)
}

/// A group system has a group track and up to 127 others, each once.
pub(super) fn check_group(tracks: &[Part<'_>]) -> Outcome<()> {
    if tracks.is_empty() || tracks.len() > MAX_TRACKS {
        return Err(invalid(format!("a group system has 1 to {MAX_TRACKS} tracks, this one has {}", tracks.len())));
    }
    if !tracks[0].track().is_some_and(|track| track.is_group) {
        let refusal = invalid("the first track of a group system is its group track; put that first");
        return Err(refusal.at("isGroup").at("track").at("snapshot").at(0));
    }
    let mut known = HashSet::with_capacity(tracks.len());
    match tracks.iter().position(|track| !known.insert(track.source_id.as_deref())) {
        Some(place) => {
            Err(invalid("another track has this id already; give each its own").at("sourceTrackId").at(place))
        }
        None => Ok(()),
    }
}
