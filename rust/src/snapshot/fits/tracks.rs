//! Whether tracks fit: what they play, where they sit, and their sends; and the tracks of a group system, in its order.

use super::{ADVICE, Walk};
use crate::errors::{At, Code, Outcome, Refusal};
use crate::snapshot::Snapshot;
use crate::snapshot::part::{Part, Track, TrackMixer};

impl Snapshot {
    /// The same tracks in the same order, each within the same one of them. Every saved id stands for the live track at its
    /// place.
    pub(super) fn group_fits(&self, live: &Self) -> Outcome<()> {
        let (saved, found) = (self.parts.len(), live.parts.len());
        if saved != found {
            let message =
                format!("the group system has {saved} tracks in the snapshot and {found} in the Set; {ADVICE}");
            return Err(Refusal::new(Code::DoesNotFit, message));
        }
        for place in 0..saved {
            let mut walk = Walk::new(self, live, place);
            walk.parent().at("groupTrackId").at("track").at("snapshot").at(place)?;
            walk.part().at("snapshot").at(place)?;
        }
        Ok(())
    }
}

impl Walk<'_> {
    pub(super) fn track(&self, saved: &Track, live: &Track) -> Outcome<()> {
        if saved.name.trim().is_empty() {
            let blank = self.misfit("its name in the snapshot is blank, and Live takes no blank name");
            return Err(blank).at("name").at("track");
        }
        self.same("the type", saved.kind.name(), live.kind.name()).at("type").at("track")?;
        self.same("isGroup", &saved.is_group, &live.is_group).at("isGroup").at("track")?;
        if let (Some(saved), Some(live)) = (&saved.membership, &live.membership) {
            self.same("isGrouped", &saved.is_grouped, &live.is_grouped).at("isGrouped").at("track")?;
        }
        self.sends(&saved.mixer, &live.mixer).at("sends").at("mixer")
    }

    fn sends(&self, saved: &TrackMixer, live: &TrackMixer) -> Outcome<()> {
        self.same("the number of sends", &saved.sends.len(), &live.sends.len())?;
        for (index, (saved, live)) in saved.sends.iter().zip(&live.sends).enumerate() {
            self.same("the id of a send", &saved.id, &live.id).at("id").at(index)?;
            self.same("the name of a send", &saved.name, &live.name).at("name").at(index)?;
        }
        Ok(())
    }

    /// Of every track but the group track itself, which track of the system it sits in, where both know that.
    fn parent(&self) -> Outcome<()> {
        let (saved, live) = (&self.saved.parts, &self.live.parts);
        match (Parent::of(saved, self.part), Parent::of(live, self.part)) {
            (Parent::Unknown, _) | (_, Parent::Unknown) => Ok(()),
            (one, other) if one == other => Ok(()),
            (one, other) => Err(self.differs("the group", &one.in_words(saved), &other.in_words(live))),
        }
    }
}

/// In which track of a group system another one sits.
#[derive(PartialEq)]
enum Parent {
    /// The snapshot does not say, or the track is the first one, whose own place does not matter.
    Unknown,
    /// In none of them.
    Outside,
    /// In the one at this place.
    Member(usize),
}

impl Parent {
    fn of(parts: &[Part<'_>], place: usize) -> Self {
        let track = parts.get(place).filter(|_| place > 0).and_then(Part::track);
        let Some(membership) = track.and_then(|track| track.membership.as_ref()) else { return Self::Unknown };
        let group = membership.group.as_deref();
        let parent = parts.iter().position(|part| group.is_some() && part.source_id.as_deref() == group);
        parent.map_or(Self::Outside, Self::Member)
    }

    fn in_words(&self, parts: &[Part<'_>]) -> String {
        match self {
            Self::Member(place) => parts[*place].track().map(|track| format!("{:?}", track.name)).unwrap_or_default(),
            Self::Unknown | Self::Outside => "none of these tracks".to_owned(),
        }
    }
}
