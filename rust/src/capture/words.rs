//! What Live calls the values of a capture: its words for those that were compared, and the names of routing choices.

use std::sync::Arc;

use super::{Capture, Rows, Track};
use crate::errors::{At, Outcome};
use crate::snapshot::model::single;
use crate::snapshot::{Snapshot, unequal};
use crate::wire::{self, CapturedChain, Level, OwnerMixer, Route, Word, has, unpack};

/// Values to have words for: where they stand, in the columns of values and of faders one after the other, and what.
#[derive(Debug, Default, Clone, PartialEq)]
pub struct Asked {
    /// Places.
    pub places: Vec<u32>,
    /// What a snapshot holds there.
    pub values: Vec<f64>,
    /// How many values differ in all.
    pub count: usize,
}

/// Live's words for one control.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Words<'c> {
    /// The id of the object.
    pub id: &'c str,
    /// The control, as `Values` calls it: `parameter-3`, `volume`, `send-0`.
    pub control: String,
    /// The word for the value that stands there.
    pub before: &'c str,
    /// The word for the one it was compared with.
    pub after: &'c str,
}

impl Capture {
    /// The same with other words, packed.
    ///
    /// # Errors
    ///
    /// `invalid_rows`, with the field.
    pub fn with_words(&self, packed: &[u8]) -> Outcome<Self> {
        let mut tracks = self.tracks.clone();
        for track in &mut tracks {
            track.words.clear();
        }
        deal(words_in(packed)?, &mut tracks);
        let (clamped, own, ahead) = (Arc::clone(&self.clamped), Arc::clone(&self.own), Arc::clone(&self.ahead));
        Ok(Self { kind: self.kind, tracks, clamped, own, ahead })
    }

    /// The values that a snapshot of the same shape holds otherwise, the first of them by their places; none of one whose
    /// columns have another length.
    #[must_use]
    pub fn asked(&self, target: &Snapshot, most: usize) -> Asked {
        let (own, singles) = (self.own(), |faders: Vec<f64>| faders.into_iter().map(single).collect::<Vec<_>>());
        let (now, saved) = (own.singles(), target.singles());
        let (faders, saved_faders) = (singles(own.faders()), singles(target.faders()));
        let mut asked = Asked::default();
        if now.len() != saved.len() || faders.len() != saved_faders.len() {
            return asked;
        }
        let values = unequal(now, saved).map(|place| (place, saved[place]));
        let faders = unequal(&faders, &saved_faders).map(|place| (now.len() + place, saved_faders[place]));
        for (place, value) in values.chain(faders) {
            if asked.count < most {
                asked.places.push(u32::try_from(place).unwrap_or(u32::MAX)); // a column of so many was not read
                asked.values.push(f64::from(value));
            }
            asked.count += 1;
        }
        asked
    }

    /// How many words Live sent.
    #[must_use]
    pub fn word_count(&self) -> usize {
        self.tracks.iter().map(|track| track.words.len()).sum()
    }

    /// The words that Live sent, in the order of its columns.
    #[must_use]
    pub fn words(&self) -> Vec<Words<'_>> {
        self.tracks.iter().flat_map(Track::words).collect()
    }

    /// The choices of a routing: the owner's id, the member, and id and name of each.
    pub fn routing_names(&self) -> impl Iterator<Item = (&str, &'static str, &str, &str)> {
        self.tracks.iter().flat_map(|track| {
            let choices = routes(track).into_iter().flat_map(|(member, route)| {
                route.choices.0.iter().map(move |choice| (member, &*choice.id, &*choice.name))
            });
            choices.chain(outputs(track)).map(|(member, id, name)| (&*track.id, member, id, name))
        })
    }
}

impl Track {
    fn words(&self) -> Vec<Words<'_>> {
        let faders = if self.words.is_empty() { Vec::new() } else { self.faders() };
        let control = |place: usize| match place.checked_sub(self.values.len()) {
            Some(fader) => faders.get(fader).cloned(),
            None => self.parameter(place),
        };
        self.words
            .iter()
            .filter_map(|word| {
                let (id, control) = usize::try_from(word.place).ok().and_then(control)?;
                Some(Words { id, control, before: &word.before, after: &word.after })
            })
            .collect()
    }

    /// How many faders the owner has, and all its chains.
    fn fader_count(&self) -> usize {
        let chains = self.rows.chain().chains.iter().map(fader_count);
        owner_faders(&self.rows) + chains.sum::<usize>()
    }

    /// The parameter at a place of the column of values.
    fn parameter(&self, place: usize) -> Option<(&str, String)> {
        let row = self.starts.partition_point(|start| *start <= place).checked_sub(1)?;
        let id = &self.rows.chain().devices.get(row)?.id;
        Some((id, format!("parameter-{}", place - self.starts[row])))
    }

    /// All faders, in the order of their column.
    fn faders(&self) -> Vec<(&str, String)> {
        let owner = match self.rows.track() {
            Some(track) => fader_names(true, true, track.sends.len()),
            None => self.rows.chain().mixer.as_ref().map_or_else(Vec::new, levels),
        };
        let mut faders: Vec<_> = owner.into_iter().map(|name| (&*self.id, name)).collect();
        for chain in &self.rows.chain().chains {
            let of = |bit: i64| chain.has & bit != 0;
            let names = fader_names(of(has::VOLUME), of(has::PAN), chain.sends.len());
            faders.extend(names.into_iter().map(|name| (&*chain.id, name)));
        }
        faders
    }
}

/// How many levels an owner has.
pub(super) fn owner_faders(rows: &Rows) -> usize {
    if let Some(track) = rows.track() {
        return 2 + track.sends.len();
    }
    let levels =
        |mixer: &OwnerMixer| 2 + usize::from(mixer.cue_volume.is_some()) + usize::from(mixer.crossfader.is_some());
    rows.chain().mixer.as_ref().map_or(0, levels)
}

/// How many faders a chain has.
pub(super) fn fader_count(chain: &CapturedChain) -> usize {
    let of = |bit: i64| usize::from(chain.has & bit != 0);
    of(has::VOLUME) + of(has::PAN) + chain.sends.len()
}

/// Packed words; no bytes where none were asked for.
pub(super) fn words_in(packed: &[u8]) -> Outcome<Vec<Word>> {
    if packed.is_empty() { Ok(Vec::new()) } else { Ok(unpack::<wire::Words>(packed, b"").at("words")?.rows) }
}

/// Gives each owner the words that are its own, with places that are counted within it. They come counted over all values
/// of all owners, then over all faders; those for places where nothing stands are dropped.
pub(super) fn deal(words: Vec<Word>, tracks: &mut [Track]) {
    let values: usize = tracks.iter().map(|track| track.values.len()).sum();
    for word in words {
        let Ok(place) = usize::try_from(word.place) else { continue };
        let found = match place.checked_sub(values) {
            None => within(tracks, place, |track| track.values.len()),
            Some(fader) => within(tracks, fader, Track::fader_count)
                .map(|(index, fader)| (index, tracks[index].values.len() + fader)),
        };
        if let Some((index, place)) = found
            && let Ok(place) = i64::try_from(place)
        {
            tracks[index].words.push(Word { place, ..word });
        }
    }
}

/// Whose the `place`-th is, where each has `count` of them, and its place there.
fn within(tracks: &[Track], mut place: usize, count: impl Fn(&Track) -> usize) -> Option<(usize, usize)> {
    for (index, track) in tracks.iter().enumerate() {
        match place.checked_sub(count(track)) {
            None => return Some((index, place)),
            Some(rest) => place = rest,
        }
    }
    None
}

fn fader_names(has_volume: bool, has_pan: bool, sends: usize) -> Vec<String> {
    let own = [("volume", has_volume), ("pan", has_pan)];
    let own = own.into_iter().filter(|(_, is_there)| *is_there).map(|(name, _)| name.to_owned());
    own.chain((0..sends).map(|send| format!("send-{send}"))).collect()
}

fn levels(mixer: &OwnerMixer) -> Vec<String> {
    let more = |name: &str, level: &Option<Level>| level.as_ref().map(|_| name.to_owned());
    let more = [more("cueVolume", &mixer.cue_volume), more("crossfader", &mixer.crossfader)];
    fader_names(true, true, 0).into_iter().chain(more.into_iter().flatten()).collect()
}

fn routes(track: &Track) -> Vec<(&'static str, &Route)> {
    track.rows.track().map_or_else(Vec::new, |track| {
        vec![
            ("inputTypeId", &track.input_type),
            ("inputChannelId", &track.input_channel),
            ("outputTypeId", &track.output_type),
            ("outputChannelId", &track.output_channel),
        ]
    })
}

/// The outputs of a master's mixer.
fn outputs(track: &Track) -> impl Iterator<Item = (&'static str, &str, &str)> {
    let mixer = track.rows.chain().mixer.as_ref();
    let choices = mixer.map_or(&[][..], |mixer| &mixer.output_choices.0);
    choices.iter().map(|choice| ("outputChannelId", &*choice.id, &*choice.name))
}
