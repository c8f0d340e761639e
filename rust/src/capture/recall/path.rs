//! Where in the snapshot a difference is, for refusals.

use crate::capture::Kind;
use crate::errors::{Refusal, Step};
use crate::snapshot::{Change, Difference, Field};

/// The refusal with the path of the difference.
pub(super) fn at_place(kind: Kind, refusal: Refusal, difference: &Difference) -> Refusal {
    steps(kind, difference).into_iter().rev().fold(refusal, Refusal::at)
}

/// The path from the root inwards.
fn steps(kind: Kind, difference: &Difference) -> Vec<Step> {
    let mut steps = Vec::new();
    if let Some(track) = difference.track {
        steps.extend([Step::from("tracks"), Step::from(track), Step::from("snapshot")]);
    }
    let place = if kind == Kind::Device { "" } else { &*difference.place };
    for segment in place.split('/').filter(|segment| !segment.is_empty()) {
        let (name, index) = segment.rsplit_once('-').unwrap_or((segment, ""));
        let list = match name {
            "device" => "devices",
            "chain" => "chains",
            _ => "returnChains",
        };
        steps.push(list.into());
        steps.extend(index.parse::<usize>().ok().map(Step::from));
    }
    steps.extend(inside(kind, difference));
    steps
}

/// The path within the device, the chain or the owner.
fn inside(kind: Kind, difference: &Difference) -> Vec<Step> {
    match (difference.change, difference.field) {
        (Change::OwnerName, _) => vec!["track".into(), "name".into()],
        (Change::OwnerRouting, Field::Named(name)) => vec!["routing".into(), name.into()],
        (Change::OwnerMixer, Field::Send(index)) => vec!["mixer".into(), "sends".into(), index.into(), "value".into()],
        (Change::OwnerMixer, Field::Named(name)) if kind == Kind::Chain => vec!["ownerMixer".into(), name.into()],
        (Change::OwnerMixer, Field::Named(name)) => vec!["mixer".into(), name.into()],
        (Change::Parameter, Field::Number(index)) => vec!["parameters".into(), index.into(), "value".into()],
        (Change::ChainVolume, _) => vec!["mixer".into(), "volume".into()],
        (Change::ChainPan, _) => vec!["mixer".into(), "pan".into()],
        (Change::ChainSend, Field::Number(index)) => vec!["mixer".into(), "sends".into(), index.into()],
        (Change::ChainSolo, _) => vec!["mixer".into(), "solo".into()],
        (Change::ChainMute, _) => vec!["mixer".into(), "mute".into()],
        (Change::ChainInNote, _) => vec!["noteRouting".into(), "inputNote".into()],
        (Change::ChainOutNote, _) => vec!["noteRouting".into(), "outputNote".into()],
        (Change::PadSolo | Change::PadMute, _) => vec!["drumPads".into()],
        _ => vec!["name".into()],
    }
}
