//! Rows to write, collected object by object and made into columns.

use std::collections::HashMap;

use super::controls::Control;
use super::spots::Spot;
use crate::capture::Track;
use crate::errors::Outcome;
use crate::snapshot::Value;
use crate::values::{Label, Labels, Values};
use crate::wire::{Addressed, Bytes, Doubles, Places, Text, ValuesToSet};

/// A row, with its labels.
#[derive(Clone, Copy)]
pub(super) struct Row<'c> {
    pub(super) target: u32,
    pub(super) control: Control<'c>,
    pub(super) before: f64,
    pub(super) after: f64,
    pub(super) before_word: &'c str,
    pub(super) after_word: &'c str,
}

/// The rows of a recall as they come.
#[derive(Default)]
pub(super) struct Rows<'c> {
    objects: Vec<Addressed>,
    targets: HashMap<(usize, Option<usize>, bool), u32>,
    last: Option<((usize, Spot), u32)>,
    texts: Vec<Text>,
    text_places: HashMap<Text, f64>,
    ready: Vec<Row<'c>>,
    /// Rows that wait for all others of their object.
    late: Vec<Row<'c>>,
}

impl<'c> Rows<'c> {
    /// The place of an object among those addressed.
    pub(super) fn target(&mut self, place: usize, track: &Track, spot: Spot) -> u32 {
        if let Some((last, target)) = self.last
            && last == (place, spot)
        {
            return target;
        }
        let key = match spot {
            Spot::Owner => (place, None, false),
            Spot::Device(row) => (place, Some(row), true),
            Spot::Chain(row) => (place, Some(row), false),
        };
        let next = u32::try_from(self.objects.len()).unwrap_or(u32::MAX); // rows are fewer than 4 GiB
        let target = *self.targets.entry(key).or_insert(next);
        if target == next {
            self.objects.push(addressed(track, spot));
        }
        self.last = Some(((place, spot), target));
        target
    }

    /// A value as a row carries it: a text as its place among the texts.
    #[allow(clippy::cast_precision_loss)] // notes, choices and places are small
    pub(super) fn number(&mut self, value: &Value, is_text: bool) -> f64 {
        match value {
            Value::Number(number) => *number,
            Value::Flag(flag) => f64::from(u8::from(*flag)),
            Value::Integer(number) => *number as f64,
            Value::Text(text) => self.text(text),
            Value::Null if is_text => self.text(""),
            Value::Null => 0.0,
        }
    }

    #[allow(clippy::cast_precision_loss)] // places are small
    fn text(&mut self, text: &str) -> f64 {
        if let Some(place) = self.text_places.get(text) {
            return *place;
        }
        let place = self.texts.len() as f64;
        self.texts.push(text.into());
        self.text_places.insert(text.into(), place);
        place
    }

    pub(super) fn push(&mut self, row: Row<'c>) {
        self.ready.push(row);
    }

    pub(super) fn push_late(&mut self, row: Row<'c>) {
        self.late.push(row);
    }

    /// The values to write.
    pub(super) fn values(mut self) -> Outcome<Values> {
        if !self.late.is_empty() {
            self.place_late();
        }
        let rows = &self.ready;
        let mut labels = Labels::with_capacity(rows.len());
        for row in rows {
            labels.push(Label { name: row.control.name, before: row.before_word, after: row.after_word })?;
        }
        let bytes = |of: fn(&Row<'c>) -> u8| Bytes(rows.iter().map(of).collect());
        let places = |of: fn(&Row<'c>) -> u32| Places(rows.iter().map(of).collect());
        let doubles = |of: fn(&Row<'c>) -> f64| Doubles(rows.iter().map(of).collect());
        let columns = ValuesToSet {
            targets: places(|row| row.target),
            controls: bytes(|row| row.control.code),
            members: places(|row| row.control.member),
            flags: bytes(|row| row.control.flags),
            before: doubles(|row| row.before),
            after: doubles(|row| row.after),
            minimum: doubles(|row| row.control.minimum),
            maximum: doubles(|row| row.control.maximum),
            objects: self.objects,
            texts: self.texts,
        };
        Values::made(columns, labels)
    }

    /// Puts each row that waits behind the last of its object.
    fn place_late(&mut self) {
        let last: HashMap<u32, usize> = self.ready.iter().enumerate().map(|(place, row)| (row.target, place)).collect();
        let mut waiting: HashMap<u32, Vec<Row<'c>>> = HashMap::new();
        for row in self.late.drain(..) {
            waiting.entry(row.target).or_default().push(row);
        }
        let mut rows = Vec::with_capacity(self.ready.len());
        for (place, row) in self.ready.drain(..).enumerate() {
            let target = row.target;
            rows.push(row);
            if last.get(&target) == Some(&place) {
                rows.extend(waiting.remove(&target).into_iter().flatten());
            }
        }
        self.ready = rows;
    }
}

fn addressed(track: &Track, spot: Spot) -> Addressed {
    let chain = track.rows.chain();
    let (id, pointer) = match spot {
        Spot::Owner => (&track.id, chain.owner_pointer),
        Spot::Device(row) => (&chain.devices[row].id, chain.devices[row].pointer),
        Spot::Chain(row) => (&chain.chains[row].id, chain.chains[row].pointer),
    };
    Addressed { id: id.clone(), pointer }
}
