//! What a format demands of the whole: which members its devices and chains have, and whose mixer it holds.

use super::document::AnyOwnerMixer;
use super::format::Format;
use super::members::{invalid, missing};
use super::model::{Chain, ChainList, Device, OwnerMixer};
use crate::errors::{At, Outcome};

/// Refuses members that the format does not know.
pub(super) fn check_devices(format: Format, devices: &[Device<'_>]) -> Outcome<()> {
    for (index, device) in devices.iter().enumerate() {
        check_device(format, device).at(index)?;
    }
    Ok(())
}

fn check_device(format: Format, device: &Device<'_>) -> Outcome<()> {
    if device.pads.is_some() && !format.holds_pads() {
        return Err(foreign(format, "drumPads"));
    }
    for list in ChainList::BOTH {
        let Some(chains) = list.of(device) else { continue };
        if !format.holds_chains() {
            return Err(foreign(format, list.member()));
        }
        for (index, chain) in chains.iter().enumerate() {
            check_chain(format, chain).at(index).at(list.member())?;
        }
    }
    Ok(())
}

fn check_chain(format: Format, chain: &Chain<'_>) -> Outcome<()> {
    for (name, present) in [("mixer", chain.mixer.is_some()), ("noteRouting", chain.routing.is_some())] {
        match (present, format.holds_chain_controls()) {
            (true, false) => return Err(foreign(format, name)),
            (false, true) => return Err(missing(name)),
            _ => {}
        }
    }
    check_devices(format, &chain.devices).at("devices")
}

fn foreign(format: Format, name: &str) -> crate::errors::Refusal {
    invalid(format!("{name:?} does not belong to {}; leave it out or name a newer format", format.name())).at(name)
}

/// The owner's mixer, which is there exactly when the format holds one.
pub(super) fn owner_mixer(format: Format, mixer: Option<AnyOwnerMixer>) -> Outcome<Option<OwnerMixer>> {
    match (format.owner(), mixer) {
        (None, None) => Ok(None),
        (None, Some(_)) => Err(foreign(format, "ownerMixer")),
        (Some(_), None) => Err(missing("ownerMixer")),
        (Some(kind), Some(mixer)) => mixer.of(kind).at("ownerMixer").map(Some),
    }
}

/// Gives each device its place among all devices, a rack before what it holds.
pub(super) fn number_devices(devices: &mut [Device<'_>], next: &mut usize) {
    for device in devices {
        device.ordinal = *next;
        *next += 1;
        for chains in [&mut device.chains, &mut device.return_chains].into_iter().flatten() {
            for chain in chains {
                number_devices(&mut chain.devices, next);
            }
        }
    }
}
