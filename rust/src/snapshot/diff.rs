//! What must change in what Live holds to become a snapshot: the shortest list, in the order in which it is written.

mod owners;

use std::sync::Arc;

use super::Snapshot;
use super::difference::{Change, Difference, Field, Value};
use super::format::{Family, Level};
use super::model::{Chain, ChainList, ChainMixer, Device, single};
use super::part::Part;
use super::place::Place;
use crate::errors::Outcome;

impl Snapshot {
    /// What must change in this (live) snapshot to become `target`, restricted to what the target's format holds. Numbers
    /// are compared at single precision. The order is that of writing: the tracks of a group system from the last to the
    /// first, their names before anything else.
    ///
    /// # Errors
    ///
    /// `does_not_fit` when the target cannot be recalled onto what this snapshot holds.
    pub fn differences(&self, target: &Self) -> Outcome<Vec<Difference>> {
        target.fits(self)?;
        let mut found = Vec::with_capacity(EXPECTED);
        for place in (0..target.parts.len()).rev() {
            let mut walk = Walk::new(self, target, place, found);
            walk.part(&self.parts[place], &target.parts[place]);
            found = walk.found;
        }
        // Routings are called as the tracks that they go to: all tracks have their names before any is routed.
        found.sort_by_key(|one| one.change != Change::OwnerName);
        Ok(found)
    }

    /// Chains whose names differ, which recall neither demands nor writes. Live's letter prefix of return chains does not
    /// count.
    ///
    /// # Errors
    ///
    /// `does_not_fit` when the target cannot be recalled onto what this snapshot holds.
    pub fn name_differences(&self, target: &Self) -> Outcome<Vec<Difference>> {
        target.fits(self)?;
        Ok(self.other_names(target))
    }

    /// The same of a target that fits.
    pub(crate) fn other_names(&self, target: &Self) -> Vec<Difference> {
        let mut found = Vec::new();
        for (place, (live, target_part)) in self.parts.iter().zip(&target.parts).enumerate() {
            let mut walk = Walk::new(self, target, place, found);
            walk.names(&live.devices, &target_part.devices);
            found = walk.found;
        }
        found
    }
}

/// Room for the differences of a usual recall, so that the list is not moved while it grows.
const EXPECTED: usize = 256;

struct Walk<'s> {
    live: &'s Snapshot,
    target: &'s Snapshot,
    level: Level,
    track: Option<usize>,
    place: Place<'s>,
    found: Vec<Difference>,
    /// The last place's text, shared by the differences there.
    shared: Arc<str>,
}

impl<'s> Walk<'s> {
    /// A walk through the parts at this place, which adds to what was found already.
    fn new(live: &'s Snapshot, target: &'s Snapshot, part: usize, found: Vec<Difference>) -> Self {
        let level = target.parts[part].level;
        let track = (target.format.family() == Family::GroupSystem).then_some(part);
        let place = Place::of(&live.parts[part]);
        Self { live, target, level, track, place, found, shared: Arc::from("") }
    }

    fn push(&mut self, change: Change, field: Field, before: Value, after: Value) {
        if *self.shared != *self.place.ids() {
            self.shared = Arc::from(self.place.ids());
        }
        let (track, place) = (self.track, Arc::clone(&self.shared));
        self.found.push(Difference { track, change, place, field, before, after });
    }

    fn part(&mut self, live: &'s Part<'static>, target: &'s Part<'static>) {
        if let (Some(before), Some(after)) = (&live.owner, &target.owner) {
            self.owner(before, after);
        }
        self.devices(&live.devices, &target.devices);
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
            self.push(change, Field::Only, Value::Integer(before.into()), Value::Integer(after.into()));
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
        if self.level.holds_chains() {
            self.chains(live, target);
        }
        if self.level.holds_pads() {
            self.pads(live, target);
        }
    }

    fn parameters(&mut self, live: &Device<'_>, target: &Device<'_>) {
        let (before, after) = (self.live, self.target);
        let (from, to) = (live.parameters.clone(), target.parameters.clone());
        for index in unequal(&before.singles[from.clone()], &after.singles[to.clone()]) {
            let (before, after) = (before.values[from.start + index], after.values[to.start + index]);
            self.push(Change::Parameter, Field::Number(index), Value::Number(before), Value::Number(after));
        }
    }

    fn chains(&mut self, live: &'s Device<'static>, target: &'s Device<'static>) {
        for list in ChainList::BOTH {
            let (Some(live), Some(target)) = (list.of(live), list.of(target)) else { continue };
            for (index, (live, target)) in live.iter().zip(target).enumerate() {
                let mark = self.place.enter_chain(list, index, live);
                if self.level.holds_chain_controls() {
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

/// How many values of a column are compared as a whole: they fill a cache line.
const BLOCK: usize = 16;

/// The places at which two columns of one length differ. Nearly all blocks are equal.
pub(crate) fn unequal<'s>(one: &'s [f32], other: &'s [f32]) -> impl Iterator<Item = usize> + use<'s> {
    let (blocks, rest) = one.as_chunks::<BLOCK>();
    let (other_blocks, other_rest) = other.as_chunks::<BLOCK>();
    let pairs = blocks.iter().zip(other_blocks).enumerate().filter(|(_, (one, other))| bits_differ(one, other));
    let within = pairs.flat_map(|(block, (one, other))| places(BLOCK * block, one, other));
    within.chain(places(BLOCK * blocks.len(), rest, other_rest))
}

/// Looks at all of them, which compilers turn into a few vector instructions.
fn bits_differ(one: &[f32; BLOCK], other: &[f32; BLOCK]) -> bool {
    one.iter().zip(other).fold(0, |found, (one, other)| found | (one.to_bits() ^ other.to_bits())) != 0
}

/// The places at which two parts of columns, of a block at most, differ; the parts begin at `start`. There is no branch for
/// each, as nobody can foretell it.
fn places(start: usize, one: &[f32], other: &[f32]) -> impl Iterator<Item = usize> + use<> {
    let differs = |(place, (one, other)): (usize, (&f32, &f32))| u32::from(one.to_bits() != other.to_bits()) << place;
    let mut left = one.iter().zip(other).enumerate().map(differs).fold(0, |found, place| found | place);
    std::iter::from_fn(move || {
        let place = (left != 0).then(|| left.trailing_zeros() as usize)?;
        left &= left - 1;
        Some(start + place)
    })
}

fn text(text: &str) -> Value {
    Value::Text(text.to_owned())
}

/// The name of a return chain without the letter that Live shows before it: `A-` for the first, `B-` for the second.
fn without_prefix(name: &str, index: usize) -> &str {
    let letter = u8::try_from(index).ok().filter(|index| *index < 26).map(|index| b'A' + index);
    match (letter, name.as_bytes()) {
        (Some(letter), [first, b'-', ..]) if first.eq_ignore_ascii_case(&letter) => &name[2..],
        _ => name,
    }
}
