//! What must change in a live device chain to become a snapshot: the shortest list, in the order in which it is written.

use std::sync::Arc;

use super::model::{Chain, ChainList, ChainMixer, Device, OwnerMixer, single};
use super::place::Place;
use super::{Format, Snapshot};
use crate::errors::Outcome;

/// What changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Change {
    /// A control of the owner's mixer.
    OwnerMixer,
    /// The name of a device.
    DeviceName,
    /// The value of a parameter.
    Parameter,
    /// The volume of a chain.
    ChainVolume,
    /// The panning of a chain.
    ChainPan,
    /// A send of a chain.
    ChainSend,
    /// The solo switch of a chain.
    ChainSolo,
    /// The mute switch of a chain.
    ChainMute,
    /// The note that a chain listens to.
    ChainInNote,
    /// The note that a chain plays.
    ChainOutNote,
    /// The solo switch of a pad.
    PadSolo,
    /// The mute switch of a pad.
    PadMute,
    /// The name of a chain, which recall never writes.
    NameDiffers,
}

impl Change {
    /// The name that callers see.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::OwnerMixer => "owner_mixer",
            Self::DeviceName => "device_name",
            Self::Parameter => "parameter",
            Self::ChainVolume => "chain_volume",
            Self::ChainPan => "chain_pan",
            Self::ChainSend => "chain_send",
            Self::ChainSolo => "chain_solo",
            Self::ChainMute => "chain_mute",
            Self::ChainInNote => "chain_in_note",
            Self::ChainOutNote => "chain_out_note",
            Self::PadSolo => "pad_solo",
            Self::PadMute => "pad_mute",
            Self::NameDiffers => "name_differs",
        }
    }
}

/// Which one of several: a parameter, a send, a pad's note, or a control of the owner's mixer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Field {
    /// There is only one.
    Only,
    /// By number.
    Number(usize),
    /// By the name of the snapshot's member.
    Named(&'static str),
}

/// A value before or after.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// Nothing to choose.
    Null,
    /// A number.
    Number(f64),
    /// A switch.
    Flag(bool),
    /// A note number.
    Note(u8),
    /// A name or an id.
    Text(String),
}

/// One thing that must change.
#[derive(Clone, Debug, PartialEq)]
pub struct Difference {
    /// What it is.
    pub change: Change,
    /// The device or chain, empty for the owner.
    pub place: Arc<str>,
    /// Which of several.
    pub field: Field,
    /// For a parameter, its place in the live value column.
    pub position: Option<usize>,
    /// The live value.
    pub before: Value,
    /// The value to write.
    pub after: Value,
}

impl Snapshot {
    /// What must change in this (live) snapshot to become `target`, restricted to what the target's format holds. Numbers
    /// are compared at single precision. The order is that of writing.
    ///
    /// # Errors
    ///
    /// `does_not_fit` when the target cannot be recalled onto this device chain.
    pub fn differences(&self, target: &Self) -> Outcome<Vec<Difference>> {
        target.fits(self)?;
        let mut walk = Walk::new(self, target);
        if let (Some(before), Some(after), Some(_)) = (&self.owner, &target.owner, target.format.owner()) {
            walk.owner(before, after);
        }
        walk.devices(&self.devices, &target.devices);
        Ok(walk.found)
    }

    /// Chains whose names differ, which recall neither demands nor writes. Live's letter prefix of return chains does not
    /// count.
    ///
    /// # Errors
    ///
    /// `does_not_fit` when the target cannot be recalled onto this device chain.
    pub fn name_differences(&self, target: &Self) -> Outcome<Vec<Difference>> {
        target.fits(self)?;
        let mut walk = Walk::new(self, target);
        walk.names(&self.devices, &target.devices);
        Ok(walk.found)
    }
}

struct Walk<'s> {
    live: &'s Snapshot,
    target: &'s Snapshot,
    format: Format,
    place: Place<'s>,
    found: Vec<Difference>,
    /// The last place's text, shared by the differences there.
    shared: Arc<str>,
}

impl<'s> Walk<'s> {
    fn new(live: &'s Snapshot, target: &'s Snapshot) -> Self {
        let format = target.format;
        Self { live, target, format, place: Place::default(), found: Vec::new(), shared: Arc::from("") }
    }

    fn push(&mut self, change: Change, field: Field, before: Value, after: Value) {
        if *self.shared != *self.place.ids() {
            self.shared = Arc::from(self.place.ids());
        }
        let place = Arc::clone(&self.shared);
        self.found.push(Difference { change, place, field, position: None, before, after });
    }

    fn number(&mut self, change: Change, field: Field, before: f64, after: f64) {
        if single(before).to_bits() != single(after).to_bits() {
            self.push(change, field, Value::Number(before), Value::Number(after));
        }
    }

    fn flag(&mut self, change: Change, field: Field, before: bool, after: bool) {
        if before != after {
            self.push(change, field, Value::Flag(before), Value::Flag(after));
        }
    }

    fn note(&mut self, change: Change, before: Option<u8>, after: Option<u8>) {
        if let (Some(before), Some(after)) = (before, after)
            && before != after
        {
            self.push(change, Field::Only, Value::Note(before), Value::Note(after));
        }
    }

    fn owner(&mut self, before: &OwnerMixer, after: &OwnerMixer) {
        const KIND: Change = Change::OwnerMixer;
        for ((name, before), (_, after)) in numbers_of(before).into_iter().zip(numbers_of(after)) {
            self.number(KIND, Field::Named(name), before, after);
        }
        match (before, after) {
            (OwnerMixer::Return { mute, solo, .. }, OwnerMixer::Return { mute: mute_after, solo: solo_after, .. }) => {
                self.flag(KIND, Field::Named("mute"), *mute, *mute_after);
                self.flag(KIND, Field::Named("solo"), *solo, *solo_after);
            }
            (OwnerMixer::Master { output_channel, .. }, OwnerMixer::Master { output_channel: after, .. })
                if output_channel != after =>
            {
                let (before, after) = (text_or_null(output_channel.as_ref()), text_or_null(after.as_ref()));
                self.push(KIND, Field::Named("outputChannelId"), before, after);
            }
            _ => {} // equal; owners of two kinds were refused before
        }
    }

    fn devices(&mut self, live: &'s [Device<'static>], target: &'s [Device<'static>]) {
        for (index, (live, target)) in live.iter().zip(target).enumerate() {
            let mark = self.place.enter_device(index, live);
            self.device(live, target);
            self.place.leave(mark);
        }
    }

    fn device(&mut self, live: &'s Device<'static>, target: &'s Device<'static>) {
        if live.name != target.name {
            let (before, after) = (text(&live.name), text(&target.name));
            self.push(Change::DeviceName, Field::Only, before, after);
        }
        self.parameters(live, target);
        if self.format.holds_chains() {
            self.chains(live, target);
        }
        if self.format.holds_pads() {
            self.pads(live, target);
        }
    }

    fn parameters(&mut self, live: &Device<'_>, target: &Device<'_>) {
        let (before, after) = (self.live, self.target);
        let (from, to) = (live.parameters.clone(), target.parameters.clone());
        let pairs = before.singles[from.clone()].iter().zip(&after.singles[to.clone()]);
        let changed = pairs.enumerate().filter(|(_, (one, other))| one.to_bits() != other.to_bits());
        for (index, _) in changed {
            let position = from.start + index;
            let values = (Value::Number(before.values[position]), Value::Number(after.values[to.start + index]));
            self.push(Change::Parameter, Field::Number(index), values.0, values.1);
            if let Some(difference) = self.found.last_mut() {
                difference.position = Some(position);
            }
        }
    }

    fn chains(&mut self, live: &'s Device<'static>, target: &'s Device<'static>) {
        for list in ChainList::BOTH {
            let (Some(live), Some(target)) = (list.of(live), list.of(target)) else { continue };
            for (index, (live, target)) in live.iter().zip(target).enumerate() {
                let mark = self.place.enter_chain(list, index, live);
                if self.format.holds_chain_controls() {
                    self.controls(live, target);
                }
                self.devices(&live.devices, &target.devices);
                self.place.leave(mark);
            }
        }
    }

    fn controls(&mut self, live: &Chain<'_>, target: &Chain<'_>) {
        if let (Some(before), Some(after)) = (&live.mixer, &target.mixer) {
            self.mixer(before, after);
        }
        let (before, after) = (live.routing.unwrap_or_default(), target.routing.unwrap_or_default());
        self.note(Change::ChainInNote, before.input, after.input);
        self.note(Change::ChainOutNote, before.output, after.output);
    }

    /// Solo before mute: soloing a chain in Live can change what is muted.
    fn mixer(&mut self, before: &ChainMixer, after: &ChainMixer) {
        if let (Some(before), Some(after)) = (before.volume, after.volume) {
            self.number(Change::ChainVolume, Field::Only, before, after);
        }
        if let (Some(before), Some(after)) = (before.pan, after.pan) {
            self.number(Change::ChainPan, Field::Only, before, after);
        }
        for (index, (before, after)) in before.sends.iter().zip(&after.sends).enumerate() {
            self.number(Change::ChainSend, Field::Number(index), *before, *after);
        }
        if let (Some(before), Some(after)) = (before.solo, after.solo) {
            self.flag(Change::ChainSolo, Field::Only, before, after);
        }
        if let (Some(before), Some(after)) = (before.mute, after.mute) {
            self.flag(Change::ChainMute, Field::Only, before, after);
        }
    }

    /// Pads that follow their chains are not written: a pad of several chains would overwrite what they hold apart.
    fn pads(&mut self, live: &Device<'_>, target: &Device<'_>) {
        if live.pads_follow_chains() && target.pads_follow_chains() {
            return;
        }
        let (Some(live), Some(target)) = (&live.pads, &target.pads) else { return };
        let pairs = || live.iter().zip(target);
        for (before, after) in pairs() {
            self.flag(Change::PadSolo, Field::Number(usize::from(before.note)), before.solo, after.solo);
        }
        for (before, after) in pairs() {
            self.flag(Change::PadMute, Field::Number(usize::from(before.note)), before.mute, after.mute);
        }
    }

    fn names(&mut self, live: &'s [Device<'static>], target: &'s [Device<'static>]) {
        for (index, (live, target)) in live.iter().zip(target).enumerate() {
            let mark = self.place.enter_device(index, live);
            for list in ChainList::BOTH {
                let (Some(live), Some(target)) = (list.of(live), list.of(target)) else { continue };
                for (index, (live, target)) in live.iter().zip(target).enumerate() {
                    self.chain_names(list, index, live, target);
                }
            }
            self.place.leave(mark);
        }
    }

    fn chain_names(&mut self, list: ChainList, index: usize, live: &'s Chain<'static>, target: &'s Chain<'static>) {
        let mark = self.place.enter_chain(list, index, live);
        let bare = |name: &'s str| if list == ChainList::ReturnChains { without_prefix(name, index) } else { name };
        if bare(&live.name) != bare(&target.name) {
            self.push(Change::NameDiffers, Field::Only, text(&live.name), text(&target.name));
        }
        self.names(&live.devices, &target.devices);
        self.place.leave(mark);
    }
}

fn text(text: &str) -> Value {
    Value::Text(text.to_owned())
}

fn text_or_null(text: Option<&String>) -> Value {
    text.map_or(Value::Null, |text| Value::Text(text.clone()))
}

fn numbers_of(owner: &OwnerMixer) -> Vec<(&'static str, f64)> {
    match owner {
        OwnerMixer::Return { volume, pan, .. } => vec![("volume", *volume), ("pan", *pan)],
        OwnerMixer::Master { volume, pan, cue_volume, crossfader, .. } => {
            vec![("volume", *volume), ("pan", *pan), ("cueVolume", *cue_volume), ("crossfader", *crossfader)]
        }
    }
}

/// The name of a return chain without the letter that Live shows before it: `A-` for the first, `B-` for the second.
fn without_prefix(name: &str, index: usize) -> &str {
    let letter = u8::try_from(index).ok().filter(|index| *index < 26).map(|index| b'A' + index);
    match (letter, name.as_bytes()) {
        (Some(letter), [first, b'-', ..]) if first.eq_ignore_ascii_case(&letter) => &name[2..],
        _ => name,
    }
}
