//! What Live calls the values of a capture: its words for those that were compared, and the names of routing choices.

use super::{Capture, Track};
use crate::wire::{Level, OwnerMixer, Route, has};

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
        let words = &self.rows.chain().words.0;
        let faders = if words.is_empty() { Vec::new() } else { self.faders() };
        let control = |place: usize| match place.checked_sub(self.values.len()) {
            Some(fader) => faders.get(fader).cloned(),
            None => self.parameter(place),
        };
        words
            .iter()
            .filter_map(|word| {
                let (id, control) = usize::try_from(word.place).ok().and_then(control)?;
                Some(Words { id, control, before: &word.before, after: &word.after })
            })
            .collect()
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
