//! Values to write: packed rows as the bridge carries them, understood. The same rows give the writes and the changes that
//! a plan shows, so that a plan's hash binds what is written.

mod changes;
pub mod control;
mod found;
mod labels;
mod packing;
pub mod python;

pub use changes::{Change, Seen};
pub use control::{Control, Style, code};
pub use labels::{Label, Labels};
pub use packing::pack;

use std::sync::Arc;

use crate::errors::{At, Outcome, Refusal};
use crate::wire::{Text, ValuesToSet, flag, invalid, unpack};

/// Values to write, with what they are called. All but Live's words is shared.
#[derive(Debug, Clone)]
pub struct Values {
    packed: Arc<Vec<u8>>,
    columns: Arc<ValuesToSet>,
    labels: Arc<Labels>,
    words: Vec<Worded>,
}

/// Live's words for a row; empty where it has none.
#[derive(Debug, Clone)]
pub(crate) struct Worded {
    pub(crate) row: usize,
    pub(crate) before: Text,
    pub(crate) after: Text,
}

/// A value as its control means it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Plain<'a> {
    /// A number.
    Number(f64),
    /// A switch.
    Switch(bool),
    /// A note, or the number of a choice.
    Whole(i64),
    /// A name or an id.
    Text(&'a str),
}

impl Values {
    /// Reads and checks packed rows.
    ///
    /// # Errors
    ///
    /// `invalid_rows`, with the column and the row.
    pub fn read(packed: Vec<u8>) -> Outcome<Self> {
        let columns = unpack(&packed, b"")?;
        check(&columns)?;
        Ok(Self { packed: Arc::new(packed), columns: Arc::new(columns), labels: Arc::default(), words: Vec::new() })
    }

    /// Values made here, whose columns are right.
    pub(crate) fn made(columns: ValuesToSet, labels: Labels) -> Outcome<Self> {
        check(&columns)?;
        let packed = Arc::new(pack(&columns)?);
        Ok(Self { packed, columns: Arc::new(columns), labels: Arc::new(labels), words: Vec::new() })
    }

    /// The same values with labels, a row each.
    ///
    /// # Errors
    ///
    /// What `label` refuses.
    pub fn labelled<'l>(mut self, mut label: impl FnMut(&Self, usize) -> Label<'l>) -> Outcome<Self> {
        let mut labels = Labels::with_capacity(self.count());
        for row in 0..self.count() {
            labels.push(label(&self, row))?;
        }
        self.labels = Arc::new(labels);
        Ok(self)
    }

    /// The same values with Live's words, in the order of their rows.
    #[must_use]
    pub(crate) fn worded(self, words: Vec<Worded>) -> Self {
        Self { words, ..self }
    }

    /// What a row is called. Live's words go before those that a layout has.
    #[inline]
    fn label(&self, row: usize) -> Label<'_> {
        let mut label = self.labels.of(row);
        if self.words.last().is_some_and(|last| row <= last.row)
            && let Ok(place) = self.words.binary_search_by_key(&row, |one| one.row)
        {
            let found = &self.words[place];
            for (word, own) in [(&mut label.before, &found.before), (&mut label.after, &found.after)] {
                if !own.is_empty() {
                    *word = own;
                }
            }
        }
        label
    }

    /// The rows as the bridge carries them.
    #[must_use]
    pub fn packed(&self) -> &[u8] {
        &self.packed
    }

    /// The rows as columns.
    #[must_use]
    pub fn columns(&self) -> &ValuesToSet {
        &self.columns
    }

    /// How many rows there are.
    #[must_use]
    pub fn count(&self) -> usize {
        self.columns.controls.0.len()
    }

    /// How many rows each owner (a track, a return, the master) has, in the order of the rows.
    #[must_use]
    pub fn owner_counts(&self) -> Vec<(&str, usize)> {
        let mut counts: Vec<(&str, usize)> = Vec::new();
        for target in &self.columns.targets.0 {
            let id: &str = &self.columns.objects[*target as usize].id;
            let owner = id.split_once(':').map_or(id, |(owner, _)| owner);
            match counts.last_mut() {
                Some((last, count)) if *last == owner => *count += 1,
                _ => counts.push((owner, 1)),
            }
        }
        counts
    }

    /// What a row writes: the id of its object, then the control; with the parameter's name where asked and known.
    #[must_use]
    pub fn what(&self, row: usize, named: bool) -> String {
        let columns = &self.columns;
        let mut text = columns.objects[columns.targets.0[row] as usize].id.to_string();
        let name = if named { self.labels.of(row).name } else { "" };
        control::push_name(&mut text, columns.controls.0[row], columns.members.0[row], name);
        text
    }

    /// Whether playing automation holds the control of a row.
    #[must_use]
    #[inline]
    pub fn is_automated(&self, row: usize) -> bool {
        self.columns.flags.0[row] & flag::AUTOMATED != 0
    }

    /// The value before, as its control means it.
    #[must_use]
    pub fn before(&self, row: usize) -> Plain<'_> {
        self.plain(row, self.columns.before.0[row])
    }

    /// The value after.
    #[must_use]
    pub fn after(&self, row: usize) -> Plain<'_> {
        self.plain(row, self.columns.after.0[row])
    }

    #[inline]
    fn plain(&self, row: usize, value: f64) -> Plain<'_> {
        #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // places were checked, other numbers are cut
        match self.style(row) {
            Style::Number => Plain::Number(value),
            Style::Switch => Plain::Switch(value != 0.0),
            Style::Whole => Plain::Whole(value as i64),
            Style::Text => Plain::Text(self.columns.texts.get(value as usize).map_or("", |text| text)),
        }
    }

    #[inline]
    fn style(&self, row: usize) -> Style {
        Control::of(self.columns.controls.0[row]).map_or(Style::Number, |control| control.style) // checked before
    }
}

/// The place that a number names in a list of so many, if it does.
#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // whole and not negative; too large saturates
fn place_in(value: f64, count: usize) -> Option<usize> {
    let place = value as usize;
    (value >= 0.0 && value.fract() == 0.0 && place < count).then_some(place)
}

fn check(columns: &ValuesToSet) -> Outcome<()> {
    let count = columns.controls.0.len();
    let lengths = [
        ("targets", columns.targets.0.len()),
        ("members", columns.members.0.len()),
        ("flags", columns.flags.0.len()),
        ("before", columns.before.0.len()),
        ("after", columns.after.0.len()),
        ("minimum", columns.minimum.0.len()),
        ("maximum", columns.maximum.0.len()),
    ];
    if let Some((name, length)) = lengths.iter().find(|(_, length)| *length != count) {
        return Err(invalid(format!("expected {count} elements as in the other columns, found {length}")).at(*name));
    }
    let objects = columns.objects.len();
    if let Some(row) = columns.targets.0.iter().position(|target| *target as usize >= objects) {
        let target = columns.targets.0[row];
        return Err(invalid(format!("there is no object {target}, only {objects}")).at(row).at("targets"));
    }
    for (name, column) in [
        ("before", &columns.before.0),
        ("after", &columns.after.0),
        ("minimum", &columns.minimum.0),
        ("maximum", &columns.maximum.0),
    ] {
        if let Some(row) = column.iter().position(|value| !value.is_finite()) {
            return Err(invalid("not a finite number").at(row).at(name));
        }
    }
    check_controls(columns)
}

fn check_controls(columns: &ValuesToSet) -> Outcome<()> {
    for (row, code) in columns.controls.0.iter().enumerate() {
        let Some(control) = Control::of(*code) else {
            return Err(invalid(format!("there is no control {code}")).at(row).at("controls"));
        };
        if control.style == Style::Text {
            check_text(columns.before.0[row], &columns.texts).at(row).at("before")?;
            check_text(columns.after.0[row], &columns.texts).at(row).at("after")?;
        }
    }
    Ok(())
}

fn check_text(value: f64, texts: &[Text]) -> Outcome<()> {
    place_in(value, texts.len()).map(|_| ()).ok_or_else(|| no_text(value, texts.len()))
}

#[cold]
fn no_text(value: f64, count: usize) -> Refusal {
    invalid(format!("there is no text {value}, only {count}"))
}
