//! Rows to write, collected object by object and made into columns.

use std::collections::HashMap;

use super::controls::Control;
use super::spots::Spot;
use crate::capture::Track;
use crate::errors::Outcome;
use crate::snapshot::Value;
use crate::values::{Label, Labels, Values};
use crate::wire::{Addressed, Bytes, Doubles, Places, Text, ValuesToSet, flag};

/// A row, with its labels.
pub(super) struct Row<'c> {
    pub(super) target: u32,
    pub(super) control: Control<'c>,
    pub(super) before: f64,
    pub(super) after: f64,
    pub(super) before_word: &'c str,
    pub(super) after_word: &'c str,
    pub(super) word: WordPlace,
}

/// Where Live's words for a row stand: of which track, and where there (`u32::MAX` for nowhere).
#[derive(Debug, Clone, Copy)]
pub(super) struct WordPlace {
    pub(super) track: u32,
    pub(super) place: u32,
}

/// The rows of a recall as they come.
pub(super) struct Rows<'c> {
    targets: HashMap<(usize, Option<usize>, bool), u32>,
    last: Option<((usize, Spot), u32)>,
    text_places: HashMap<Text, f64>,
    columns: ValuesToSet,
    labels: Labels,
    words: Vec<WordPlace>,
    /// Rows that wait for all others of their object.
    late: Vec<Row<'c>>,
}

impl<'c> Rows<'c> {
    /// Room for so many rows.
    pub(super) fn with_capacity(rows: usize) -> Self {
        Self {
            targets: HashMap::new(),
            last: None,
            text_places: HashMap::new(),
            columns: empty(rows),
            labels: Labels::with_capacity(rows),
            words: Vec::with_capacity(rows),
            late: Vec::new(),
        }
    }

    /// The place of an object among those addressed.
    #[inline]
    pub(super) fn target(&mut self, place: usize, track: &Track, spot: Spot) -> u32 {
        match self.last {
            Some((last, target)) if last == (place, spot) => target,
            _ => self.next_target(place, track, spot),
        }
    }

    fn next_target(&mut self, place: usize, track: &Track, spot: Spot) -> u32 {
        let key = match spot {
            Spot::Owner => (place, None, false),
            Spot::Device(row) => (place, Some(row), true),
            Spot::Chain(row) => (place, Some(row), false),
        };
        let next = u32::try_from(self.columns.objects.len()).unwrap_or(u32::MAX); // rows are fewer than 4 GiB
        let target = *self.targets.entry(key).or_insert(next);
        if target == next {
            self.columns.objects.push(addressed(track, spot));
        }
        self.last = Some(((place, spot), target));
        target
    }

    /// A value as a row carries it: a text as its place among the texts.
    #[inline]
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
        let place = self.columns.texts.len() as f64;
        self.columns.texts.push(text.into());
        self.text_places.insert(text.into(), place);
        place
    }

    #[inline]
    pub(super) fn push(&mut self, row: &Row<'c>) -> Outcome<()> {
        push(&mut self.columns, &mut self.labels, row)?;
        self.words.push(row.word);
        Ok(())
    }

    pub(super) fn push_late(&mut self, row: Row<'c>) {
        self.late.push(row);
    }

    /// The values to write, and where Live's words for each stand.
    pub(super) fn values(mut self) -> Outcome<(Values, Vec<WordPlace>)> {
        if !self.late.is_empty() {
            self.place_late()?;
        }
        Ok((Values::made(self.columns, self.labels)?, self.words))
    }

    /// Puts each row that waits behind the last of its object.
    fn place_late(&mut self) -> Outcome<()> {
        let mut waiting: HashMap<u32, Vec<Row<'c>>> = HashMap::new();
        for row in self.late.drain(..) {
            waiting.entry(row.target).or_default().push(row);
        }
        let count = self.columns.controls.0.len();
        let old = std::mem::replace(&mut self.columns, empty(count));
        let (labels, words) = (std::mem::take(&mut self.labels), std::mem::take(&mut self.words));
        (self.columns.objects, self.columns.texts) = (old.objects, old.texts);
        let last: HashMap<u32, usize> = old.targets.0.iter().enumerate().map(|(row, target)| (*target, row)).collect();
        for (row, target) in old.targets.0.iter().enumerate() {
            let new = &mut self.columns;
            new.targets.0.push(*target);
            new.controls.0.push(old.controls.0[row]);
            new.members.0.push(old.members.0[row]);
            new.flags.0.push(old.flags.0[row]);
            new.before.0.push(old.before.0[row]);
            new.after.0.push(old.after.0[row]);
            new.minimum.0.push(old.minimum.0[row]);
            new.maximum.0.push(old.maximum.0[row]);
            self.labels.push(labels.of(row))?;
            self.words.push(words[row]);
            if last.get(target) == Some(&row) {
                for late in waiting.remove(target).iter().flatten() {
                    self.push(late)?;
                }
            }
        }
        Ok(())
    }
}

fn empty(rows: usize) -> ValuesToSet {
    let doubles = || Doubles(Vec::with_capacity(rows));
    ValuesToSet {
        objects: Vec::new(),
        texts: Vec::new(),
        targets: Places(Vec::with_capacity(rows)),
        controls: Bytes(Vec::with_capacity(rows)),
        members: Places(Vec::with_capacity(rows)),
        flags: Bytes(Vec::with_capacity(rows)),
        before: doubles(),
        after: doubles(),
        minimum: doubles(),
        maximum: doubles(),
    }
}

#[inline]
fn push(columns: &mut ValuesToSet, labels: &mut Labels, row: &Row<'_>) -> Outcome<()> {
    let control = &row.control;
    columns.targets.0.push(row.target);
    columns.controls.0.push(control.code);
    columns.members.0.push(control.member);
    columns.flags.0.push(control.flags | if control.is_mode { flag::MODE } else { 0 });
    columns.before.0.push(row.before);
    columns.after.0.push(row.after);
    columns.minimum.0.push(control.minimum);
    columns.maximum.0.push(control.maximum);
    labels.push(Label { name: control.name, before: row.before_word, after: row.after_word })
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
