//! A recall: what must be written onto what was captured to become a snapshot, in order, and what is only expected.
//!
//! A disabled control in or below a rack with mapped macros is not written: it follows its macro. A disabled parameter of
//! a device on which a mode changes may become enabled by that, so it is written last there. Any other disabled control that
//! would have to change refuses the recall.

mod checks;
mod controls;
mod path;
mod rows;
mod spots;

use std::sync::Arc;

use super::{Capture, Kind, Track};
use crate::errors::{Code, Detail, Outcome, Refusal};
use crate::snapshot::{Change, Difference, Family, Format, Level, Snapshot, Value};
use crate::values::control::push_name;
use crate::values::python::{number, quoted};
use crate::values::{Control as Known, Style, Values, Worded};
use crate::wire::Word;
use checks::{NAMED, changed_types, check_monitoring, check_range, check_routing, renamed_tracks, several};
use controls::{Control, Controls};
use path::at_place;
use rows::{Row, Rows, WordPlace};
use spots::{Spot, Spots};

/// What a recall writes, and what it only expects.
#[derive(Debug)]
pub struct Recall {
    /// What is written.
    pub values: Values,
    /// What playing automation holds and the recall overrides.
    pub automated: Vec<String>,
    /// What follows macros, and is not written.
    pub followers: Vec<String>,
    /// The chains that are named differently and keep their names.
    pub renamed: Vec<Renamed>,
    /// Whether what is written moves other things, which must be looked at again.
    pub settles: bool,
    /// Where Live's words for each value stand.
    words: Vec<WordPlace>,
}

impl Recall {
    /// The same with the words that Live said.
    fn worded(self, tracks: &[Track]) -> Self {
        if tracks.iter().all(|track| track.words.is_empty()) {
            return self;
        }
        let sorted = |track: &Track| {
            let mut words = track.words.clone();
            words.sort_by_key(|word| word.place);
            words
        };
        let said: Vec<_> = tracks.iter().map(sorted).collect();
        let word = |(row, at): (usize, &WordPlace)| {
            let (words, place) = (said.get(at.track as usize)?, i64::from(at.place));
            words.last().filter(|last| place <= last.place)?;
            let Word { before, after, .. } = &words[words.binary_search_by_key(&place, |word| word.place).ok()?];
            Some(Worded { row, before: before.clone(), after: after.clone() })
        };
        let words = self.words.iter().enumerate().filter_map(word).collect();
        Self { values: self.values.worded(words), ..self }
    }
}

/// A chain that keeps its name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Renamed {
    /// Its id.
    pub id: String,
    /// Its name.
    pub before: String,
    /// The name that the snapshot holds.
    pub after: String,
}

impl Capture {
    /// Plans to recall a snapshot onto what was captured.
    ///
    /// # Errors
    ///
    /// `does_not_fit`, with the place in the snapshot.
    pub fn recall(&self, target: &Snapshot) -> Outcome<Recall> {
        let ahead = self.ahead.lock().ok().and_then(|mut ahead| ahead.take());
        let recall = match ahead {
            Some((digest, recall)) if digest == *target.digest() => recall,
            _ => self.planned(target)?,
        };
        Ok(recall.worded(&self.tracks))
    }

    /// Plans to recall a snapshot ahead, while Live is asked for its words: the next recall of it, of this or of the same
    /// with other words, is then at hand. What does not fit is refused by that.
    pub fn plan_ahead(&self, target: &Snapshot) {
        if let Ok(recall) = self.planned(target)
            && let Ok(mut ahead) = self.ahead.lock()
        {
            *ahead = Some((*target.digest(), recall));
        }
    }

    fn planned(&self, target: &Snapshot) -> Outcome<Recall> {
        let (live, differences) = self.compare(target)?;
        let mut planner = Planner::of(self, differences.len());
        planner.plan(&differences)?;
        let renamed = live.other_names(target).into_iter().map(|one| self.renamed(one)).collect();
        planner.finish(renamed)
    }

    /// What still differs from a snapshot that was recalled, except what playing automation holds: the first 20 of it in
    /// sentences, and how many more.
    #[must_use]
    pub fn remaining(&self, target: &Snapshot) -> Vec<String> {
        let differences = match self.compare(target) {
            Ok((_, differences)) => differences,
            Err(refusal) => {
                let owner = self.tracks.first().map_or("it", |track| &track.id);
                return vec![format!("{owner} no longer fits the snapshot: {}", refusal.message())];
            }
        };
        let mut planner = Planner::of(self, 0);
        let (mut sentences, mut more) = (Vec::new(), 0);
        for difference in &differences {
            let (place, spot, control) = planner.control(difference);
            // A channel is written again after its type, but here it stands already.
            if control.is_automated() || difference.before == difference.after {
                continue;
            }
            if sentences.len() == NAMED {
                more += 1;
                continue;
            }
            let name = planner.name(place, spot, &control);
            let before = control.real.map_or_else(|| shown(&difference.before), number);
            sentences.push(format!("{name} reads {before}, the snapshot holds {}", shown(&difference.after)));
        }
        if more > 0 {
            sentences.push(format!("and {more} more differ"));
        }
        sentences
    }

    /// What was captured as far as the target's format goes, and in what it differs.
    fn compare(&self, target: &Snapshot) -> Outcome<(Arc<Snapshot>, Vec<Difference>)> {
        let format = self.format_like(target.format());
        let level = |place: usize| match target.parts().get(place) {
            Some(part) if format == Format::GroupSystem => part.level,
            _ => self.own_level(format, place),
        };
        let is_whole = (0..self.tracks.len()).all(|place| level(place) == self.own_level(format, place));
        let live = if format == self.smallest_format() && is_whole {
            self.own()
        } else {
            Arc::new(self.compared(format, level))
        };
        match live.differences(target) {
            Ok(differences) => Ok((live, differences)),
            // What does not fit is named with what the text says of both.
            Err(refusal) => Err(self.whole(format, level).differences(target).err().unwrap_or(refusal)),
        }
    }

    /// The format of what was captured that compares with one: as much of it, where that was captured.
    fn format_like(&self, format: Format) -> Format {
        let families = match self.kind {
            Kind::Chain => Family::DeviceChain,
            Kind::Device => Family::DeviceParameters,
            Kind::TrackState => Family::TrackState,
            Kind::GroupSystem => Family::GroupSystem,
        };
        if families != format.family() {
            return self.smallest_format();
        }
        match self.check_format(format) {
            Ok(()) => format,
            Err(_) => Format::DeviceChain(Level::V4), // no mixer of this kind was captured, which does not fit
        }
    }

    fn renamed(&self, difference: Difference) -> Renamed {
        let track = &self.tracks[difference.track.unwrap_or(0)];
        let text = |value| if let Value::Text(text) = value { text } else { String::new() };
        let id = format!("{}:{}", track.id, difference.place);
        Renamed { id, before: text(difference.before), after: text(difference.after) }
    }
}

/// A value as Python writes it.
fn shown(value: &Value) -> String {
    match value {
        Value::Null => "None".to_owned(),
        Value::Number(value) => number(*value),
        Value::Flag(value) => if *value { "True" } else { "False" }.to_owned(),
        Value::Integer(value) => value.to_string(),
        Value::Text(text) => quoted(text),
    }
}

/// Differences of one kind at one place.
struct Run<'d> {
    differences: &'d [Difference],
    /// Which routing types are among them.
    types: Vec<&'static str>,
    /// Whether a parameter with steps is written among them, once that was asked.
    changes_mode: Option<bool>,
}

/// Turns differences into rows.
struct Planner<'c> {
    capture: &'c Capture,
    controls: Vec<Option<Controls<'c>>>,
    last: Option<(usize, Arc<str>, Spot)>,
    rows: Rows<'c>,
    automated: Vec<String>,
    followers: Vec<String>,
    refused: Vec<String>,
    first_refused: Option<Difference>,
    settles: bool,
    /// The names of tracks that get another one, now and as saved.
    renamed: Vec<(String, String)>,
}

impl<'c> Planner<'c> {
    fn of(capture: &'c Capture, rows: usize) -> Self {
        Self {
            capture,
            controls: capture.tracks.iter().map(|_| None).collect(),
            last: None,
            rows: Rows::with_capacity(rows),
            automated: Vec::new(),
            followers: Vec::new(),
            refused: Vec::new(),
            first_refused: None,
            settles: false,
            renamed: Vec::new(),
        }
    }

    /// The control of a difference: on which track, on what of it, and which.
    #[inline]
    fn control(&mut self, difference: &Difference) -> (usize, Spot, Control<'c>) {
        let place = difference.track.unwrap_or(0);
        let (kind, track) = (self.capture.kind, &self.capture.tracks[place]);
        let controls = self.controls[place].get_or_insert_with(|| Controls {
            kind,
            track,
            spots: Spots::of(track, kind == Kind::Device),
        });
        let spot = match &self.last {
            Some((last, path, spot)) if *last == place && Arc::ptr_eq(path, &difference.place) => *spot,
            _ => {
                let spot = controls.spots.at(&difference.place);
                self.last = Some((place, Arc::clone(&difference.place), spot));
                spot
            }
        };
        (place, spot, controls.of(difference, spot))
    }

    /// The id of an object, then the control.
    fn name(&self, place: usize, spot: Spot, control: &Control<'_>) -> String {
        let track = &self.capture.tracks[place];
        let id = match spot {
            Spot::Owner => &track.id,
            Spot::Device(row) => &track.rows.chain().devices[row].id,
            Spot::Chain(row) => &track.rows.chain().chains[row].id,
        };
        let mut name = id.to_string();
        push_name(&mut name, control.code, control.member, "");
        name
    }

    /// All rows, run by run: the parameters of one device are judged together, because a mode among them decides which of
    /// the others there are.
    fn plan(&mut self, differences: &[Difference]) -> Outcome<()> {
        self.renamed = renamed_tracks(differences);
        let is_run = |one: &Difference, other: &Difference| {
            one.change == other.change && one.track == other.track && Arc::ptr_eq(&one.place, &other.place)
        };
        for run in differences.chunk_by(is_run) {
            let mut run = Run { differences: run, types: changed_types(run), changes_mode: None };
            for difference in run.differences {
                self.push(difference, &mut run)?;
            }
        }
        self.refuse_disabled()
    }

    fn push(&mut self, difference: &Difference, run: &mut Run<'_>) -> Outcome<()> {
        let (place, spot, control) = self.control(difference);
        let is_late = !control.is_enabled() && difference.change == Change::Parameter && self.changes_mode(run);
        if !control.is_enabled() && (control.follows || !is_late) {
            let name = self.name(place, spot, &control);
            if control.follows {
                self.followers.push(name);
            } else {
                self.refused.push(name);
                self.first_refused.get_or_insert_with(|| difference.clone());
            }
            return Ok(());
        }
        self.check(place, spot, &control, difference, &run.types)?;
        if control.is_automated() {
            self.automated.push(self.name(place, spot, &control));
        }
        self.settles |= self.is_macro(place, spot, &control);
        let row = self.row(place, spot, control, difference);
        if is_late {
            self.rows.push_late(row);
            return Ok(());
        }
        self.rows.push(&row)
    }

    /// Whether a parameter with steps is written among these of one device.
    fn changes_mode(&mut self, run: &mut Run<'_>) -> bool {
        *run.changes_mode.get_or_insert_with(|| {
            run.differences.iter().any(|one| {
                let (.., control) = self.control(one);
                control.is_mode && control.is_enabled()
            })
        })
    }

    /// Whether a control may drive others.
    fn is_macro(&self, place: usize, spot: Spot, control: &Control<'_>) -> bool {
        let Spot::Device(row) = spot else { return false };
        control.code == crate::values::code::PARAMETER
            && self.capture.tracks[place].rows.chain().devices[row].has_mappings
    }

    fn check(
        &self,
        place: usize,
        spot: Spot,
        control: &Control<'_>,
        difference: &Difference,
        types: &[&'static str],
    ) -> Outcome<()> {
        let Some(controls) = &self.controls[place] else { return Ok(()) }; // they were asked just before
        check_range(controls, control, difference, || self.name(place, spot, control))?;
        if spot != Spot::Owner {
            return Ok(());
        }
        check_routing(controls, control, difference, types, &self.renamed)?;
        check_monitoring(controls, control, difference)
    }

    fn row(&mut self, place: usize, spot: Spot, control: Control<'c>, difference: &Difference) -> Row<'c> {
        let is_text = Known::of(control.code).is_some_and(|known| known.style == Style::Text);
        let target = self.rows.target(place, &self.capture.tracks[place], spot);
        let before = match control.real {
            _ if control.is_automated() => 0.0,
            Some(real) => real,
            None => self.rows.number(&difference.before, is_text),
        };
        let after = self.rows.number(&difference.after, is_text);
        let (before_word, after_word) = self.items(place, &control, before, after);
        let of = |place: usize| u32::try_from(place).unwrap_or(u32::MAX); // a column of so many was not read
        let word = WordPlace { track: of(place), place: control.word.map_or(u32::MAX, of) };
        Row { target, control, before, after, before_word, after_word, word }
    }

    /// The choices of a parameter with steps, by their words.
    fn items(&self, place: usize, control: &Control<'c>, before: f64, after: f64) -> (&'c str, &'c str) {
        let Some(controls) = self.controls[place].as_ref().filter(|_| control.is_mode) else { return ("", "") };
        (controls.item(control, before), controls.item(control, after))
    }

    fn refuse_disabled(&self) -> Outcome<()> {
        let Some(first) = &self.first_refused else { return Ok(()) };
        let (count, names) = (self.refused.len(), &self.refused);
        let message = format!(
            "{count} values would have to change on controls that Live has disabled: {}. Enable them in Live, or capture \
             anew",
            several(names)
        );
        let first_names = names[..count.min(NAMED)].to_vec();
        let refusal = Refusal::new(Code::DoesNotFit, message)
            .with("disabled", Detail::Names(first_names))
            .with("disabledCount", Detail::Count(count));
        Err(at_place(self.capture.kind, refusal, first))
    }

    fn finish(self, renamed: Vec<Renamed>) -> Outcome<Recall> {
        let Self { rows, automated, followers, settles, .. } = self;
        let settles = settles || !followers.is_empty();
        let (values, words) = rows.values()?;
        Ok(Recall { values, automated, followers, renamed, settles, words })
    }
}
