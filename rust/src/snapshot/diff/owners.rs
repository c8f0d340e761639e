//! What must change of an owner: its mixer, and of a track its name and routing too.

use super::{Walk, text};
use crate::snapshot::difference::{Change, Field, Value};
use crate::snapshot::part::{Owner, Part, Track, TrackMixer, TrackRouting};

impl Walk<'_> {
    pub(super) fn owner(&mut self, before: &Owner, after: &Owner) {
        for ((name, before), (_, after)) in levels_of(before).into_iter().zip(levels_of(after)) {
            self.number(Change::OwnerMixer, Field::Named(name), before, after);
        }
        match (before, after) {
            (Owner::Return { mute, solo, .. }, Owner::Return { mute: mute_after, solo: solo_after, .. }) => {
                self.flag(Change::OwnerMixer, Field::Named("mute"), *mute, *mute_after);
                self.flag(Change::OwnerMixer, Field::Named("solo"), *solo, *solo_after);
            }
            (Owner::Master { output_channel, .. }, Owner::Master { output_channel: after, .. }) => {
                let (before, after) = (output_channel.as_deref(), after.as_deref());
                self.id(Change::OwnerMixer, "outputChannelId", before, after);
            }
            (Owner::Track(before), Owner::Track(after)) => self.track(before, after),
            _ => {} // owners of two kinds were refused before
        }
    }

    fn track(&mut self, before: &Track, after: &Track) {
        if before.name != after.name {
            self.push(Change::OwnerName, Field::Only, text(&before.name), text(&after.name));
        }
        self.track_mixer(&before.mixer, &after.mixer);
        self.routing(&before.routing, &after.routing);
    }

    /// Solo before mute: soloing a track in Live can change what is muted.
    fn track_mixer(&mut self, before: &TrackMixer, after: &TrackMixer) {
        const KIND: Change = Change::OwnerMixer;
        self.number(KIND, Field::Named("volume"), before.volume, after.volume);
        self.number(KIND, Field::Named("pan"), before.pan, after.pan);
        self.flag(KIND, Field::Named("solo"), before.solo, after.solo);
        self.flag(KIND, Field::Named("mute"), before.mute, after.mute);
        for (index, (before, after)) in before.sends.iter().zip(&after.sends).enumerate() {
            self.number(KIND, Field::Send(index), before.value, after.value);
        }
    }

    /// What could not be read when the snapshot was captured is left alone. Live resets the channel of a type that is
    /// written, so such a channel is written again even where it is the same.
    fn routing(&mut self, before: &TrackRouting, after: &TrackRouting) {
        let (mine, wanted) = (before.ids(), after.ids());
        let differs: [bool; 4] = std::array::from_fn(|place| {
            let (before, after) = (mine[place].1, wanted[place].1);
            after.is_some() && before != after && !self.is_renamed(before, after)
        });
        for (place, ((name, before), (_, after))) in mine.into_iter().zip(wanted).enumerate() {
            let is_reset = place >= 2 && after.is_some() && differs[place - 2];
            if is_reset || differs[place] {
                let [before, after] = [before, after].map(|id| id.map_or(Value::Null, text));
                self.push(Change::OwnerRouting, Field::Named(name), before, after);
            }
        }
        if after.monitoring.is_some() && before.monitoring != after.monitoring {
            let [before, after] = [before, after].map(|one| one.monitoring.map_or(Value::Null, Value::Integer));
            self.push(Change::OwnerRouting, Field::Named("monitoring"), before, after);
        }
    }

    /// Whether two ids of a routing are the names of one track of a group system, now and as saved: Live names routings
    /// after tracks, and the name comes back by itself once that track has its own.
    fn is_renamed(&self, before: Option<&str>, after: Option<&str>) -> bool {
        fn name<'p>(part: &'p Part<'static>) -> Option<&'p str> {
            part.track().map(|track| &*track.name)
        }
        let mut pairs = self.live.parts.iter().zip(&self.target.parts);
        pairs.any(|(live, saved)| name(live) == before && name(saved) == after)
    }

    fn id(&mut self, change: Change, member: &'static str, before: Option<&str>, after: Option<&str>) {
        if before != after {
            let [before, after] = [before, after].map(|id| id.map_or(Value::Null, text));
            self.push(change, Field::Named(member), before, after);
        }
    }
}

/// The levels of a return or master track. Those of a track come after its name.
fn levels_of(owner: &Owner) -> Vec<(&'static str, f64)> {
    match owner {
        Owner::Return { volume, pan, .. } => vec![("volume", *volume), ("pan", *pan)],
        Owner::Master { volume, pan, cue_volume, crossfader, .. } => {
            vec![("volume", *volume), ("pan", *pan), ("cueVolume", *cue_volume), ("crossfader", *crossfader)]
        }
        Owner::Track(_) => Vec::new(),
    }
}
