//! Whether a snapshot can be recalled onto what Live holds: same devices, same parameters, same chains and pads, in order.

mod tracks;

use super::format::{Family, Level};
use super::model::{Chain, ChainList, ChainMixer, Device, NoteRouting, Pad};
use super::place::Place;
use super::{Snapshot, layout};
use crate::errors::{At, Code, Outcome, Refusal};

/// Devices whose name Live does not let a script change.
const FIXED_NAMES: [&str; 2] = ["PluginDevice", "AuPluginDevice"];

const ADVICE: &str = "recall it onto what it was captured from, or capture anew";

impl Snapshot {
    /// Whether this snapshot can be recalled onto what `live` holds. Only what this snapshot's format holds is compared;
    /// names of tracks, devices and chains may differ. Tracks of group systems are paired by their order.
    ///
    /// # Errors
    ///
    /// `does_not_fit`; the message names the place in ids and names, the path points into this snapshot.
    pub fn fits(&self, live: &Self) -> Outcome<()> {
        self.family_fits(live).at("format")?;
        match self.format.family() {
            Family::GroupSystem => self.group_fits(live).at("tracks"),
            Family::DeviceParameters => Walk::new(self, live, 0).only_parameters(),
            Family::DeviceChain | Family::TrackState => Walk::new(self, live, 0).part(),
        }
    }

    fn family_fits(&self, live: &Self) -> Outcome<()> {
        let (saved, found) = (self.format.family(), live.format.family());
        if saved != found {
            let (saved, found) = (saved.words(), found.words());
            let message = format!("the snapshot holds {saved}, not {found}; recall it onto what it was captured from");
            return Err(Refusal::new(Code::DoesNotFit, message));
        }
        let (saved, found) = (self.format.owner(), live.format.owner());
        if saved.is_some() && saved != found {
            let message =
                format!("the snapshot ({}) holds a mixer that this track has not; {ADVICE}", self.format.name());
            return Err(Refusal::new(Code::DoesNotFit, message));
        }
        Ok(())
    }
}

struct Walk<'s> {
    saved: &'s Snapshot,
    live: &'s Snapshot,
    part: usize,
    level: Level,
    place: Place<'s>,
}

impl<'s> Walk<'s> {
    /// A walk through the parts at this place.
    fn new(saved: &'s Snapshot, live: &'s Snapshot, part: usize) -> Self {
        let level = saved.parts[part].level;
        Self { saved, live, part, level, place: Place::of(&saved.parts[part]) }
    }

    fn part(&mut self) -> Outcome<()> {
        let (saved, live) = (&self.saved.parts[self.part], &self.live.parts[self.part]);
        if let (Some(saved), Some(live)) = (saved.track(), live.track()) {
            self.track(saved, live)?;
        }
        self.devices(&saved.devices, &live.devices).at("devices")
    }

    /// The one device of which only class and parameters are held.
    fn only_parameters(&mut self) -> Outcome<()> {
        let (saved, live) = (&self.saved.parts[self.part].devices, &self.live.parts[self.part].devices);
        for (index, (saved, live)) in saved.iter().zip(live).enumerate() {
            let mark = self.place.enter_device(index, saved);
            if !self.same_layout(saved, live) {
                return self.layout(saved, live, "deviceClass");
            }
            self.place.leave(mark);
        }
        Ok(())
    }

    fn same_layout(&self, saved: &Device<'_>, live: &Device<'_>) -> bool {
        self.saved.layouts[saved.ordinal] == self.live.layouts[live.ordinal]
    }

    #[cold]
    fn misfit(&self, what: &str) -> Refusal {
        Refusal::new(Code::DoesNotFit, format!("{}: {what}; {ADVICE}", self.place.in_words()))
    }

    fn same<T: PartialEq + std::fmt::Debug + ?Sized>(&self, what: &str, saved: &T, live: &T) -> Outcome<()> {
        if saved == live { Ok(()) } else { Err(self.differs(what, &format!("{saved:?}"), &format!("{live:?}"))) }
    }

    #[cold]
    fn differs(&self, what: &str, saved: &str, live: &str) -> Refusal {
        self.misfit(&format!("{what} is {saved} in the snapshot and {live} in the Set"))
    }

    fn devices(&mut self, saved: &'s [Device<'static>], live: &'s [Device<'static>]) -> Outcome<()> {
        self.same("the number of devices", &saved.len(), &live.len())?;
        for (index, (saved, live)) in saved.iter().zip(live).enumerate() {
            let mark = self.place.enter_device(index, saved);
            self.device(saved, live).at(index)?;
            self.place.leave(mark);
        }
        Ok(())
    }

    fn device(&mut self, saved: &'s Device<'static>, live: &'s Device<'static>) -> Outcome<()> {
        if !self.same_layout(saved, live) {
            return self.layout(saved, live, "className");
        }
        self.name(saved, live).at("name")?;
        if self.level.holds_pads() {
            self.pads(saved, live)?;
        }
        if self.level.holds_chains() {
            for list in ChainList::BOTH {
                self.chains(list, list.of(saved), list.of(live))?;
            }
        }
        Ok(())
    }

    fn name(&self, saved: &Device<'_>, live: &Device<'_>) -> Outcome<()> {
        if saved.name.trim().is_empty() {
            return Err(self.misfit("its name in the snapshot is blank, and Live takes no blank name"));
        }
        if saved.name != live.name && FIXED_NAMES.contains(&&*saved.class_name) {
            return Err(self.differs("the name of the plug-in", &saved.name, &live.name));
        }
        Ok(())
    }

    /// Names what is different in two layouts whose digests differ.
    #[cold]
    fn layout(&self, saved: &Device<'_>, live: &Device<'_>, class: &str) -> Outcome<()> {
        self.same("the class", &saved.class_name, &live.class_name).at(class)?;
        self.same("the device type", &saved.kind, &live.kind).at("type")?;
        let count = (saved.parameters.len(), live.parameters.len());
        self.same("the number of parameters", &count.0, &count.1).at("parameters")?;
        let (Ok(saved_in), Ok(live_in)) = (self.saved.document(), self.live.document()) else {
            return Err(self.misfit("its layout differs")); // one of them was made without its text
        };
        let pairs = saved_in.parameters_of(saved.ordinal).iter().zip(live_in.parameters_of(live.ordinal));
        for (index, (one, other)) in pairs.enumerate() {
            if let Some((member, saved, live)) = layout::difference((&saved_in, one), (&live_in, other)) {
                let what = format!("{member} of parameter-{index} ({})", one.name);
                return Err(self.differs(&what, &saved, &live)).at(member).at(index).at("parameters");
            }
        }
        Err(self.misfit("its layout differs")) // the digest covers no more than the above
    }

    /// Pads that follow their chains come with them; any others must be the same.
    fn pads(&self, saved: &Device<'_>, live: &Device<'_>) -> Outcome<()> {
        if saved.pads_follow_chains() && live.pads_follow_chains() {
            return Ok(());
        }
        let (saved, live) = (saved.pads.as_deref().unwrap_or_default(), live.pads.as_deref().unwrap_or_default());
        self.same("the number of populated pads", &saved.len(), &live.len()).at("drumPads")?;
        for (index, (saved, live)) in saved.iter().zip(live).enumerate() {
            self.pad(index, *saved, *live).at(index).at("drumPads")?;
        }
        Ok(())
    }

    fn pad(&self, index: usize, saved: Pad, live: Pad) -> Outcome<()> {
        if saved.note != live.note {
            let what = format!("the note of populated pad {index}");
            return Err(self.differs(&what, &saved.note.to_string(), &live.note.to_string())).at("note");
        }
        if saved.mute && saved.solo {
            return Err(
                self.misfit(&format!("the pad of note {} is both muted and soloed in the snapshot", saved.note))
            );
        }
        Ok(())
    }

    fn chains(&mut self, list: ChainList, saved: Option<&'s Chains>, live: Option<&'s Chains>) -> Outcome<()> {
        let (saved, live) = match (saved, live) {
            (None, None) => return Ok(()),
            (Some(saved), Some(live)) => (saved, live),
            (Some(_), None) => {
                return Err(self.misfit("it is a rack in the snapshot and none in the Set")).at(list.member());
            }
            (None, Some(_)) => return Err(self.misfit("it is no rack in the snapshot and one in the Set")),
        };
        self.same(&format!("the number of {}", list.member()), &saved.len(), &live.len()).at(list.member())?;
        for (index, (saved, live)) in saved.iter().zip(live).enumerate() {
            let mark = self.place.enter_chain(list, index, saved);
            self.chain(saved, live).at(index).at(list.member())?;
            self.place.leave(mark);
        }
        Ok(())
    }

    fn chain(&mut self, saved: &'s Chain<'static>, live: &'s Chain<'static>) -> Outcome<()> {
        if self.level.holds_chain_controls() {
            self.controls(saved, live)?;
        }
        self.devices(&saved.devices, &live.devices).at("devices")
    }

    /// A control that the live chain has not must be null in the snapshot, and the other way round.
    fn controls(&self, saved: &Chain<'_>, live: &Chain<'_>) -> Outcome<()> {
        let none = ChainMixer::default();
        let (one, other) = (saved.mixer.as_ref().unwrap_or(&none), live.mixer.as_ref().unwrap_or(&none));
        self.same("the number of sends", &one.sends.len(), &other.sends.len()).at("sends").at("mixer")?;
        for (name, saved, live) in [
            ("volume", one.volume.is_some(), other.volume.is_some()),
            ("pan", one.pan.is_some(), other.pan.is_some()),
            ("mute", one.mute.is_some(), other.mute.is_some()),
            ("solo", one.solo.is_some(), other.solo.is_some()),
        ] {
            self.both(name, saved, live).at(name).at("mixer")?;
        }
        let (one, other): (NoteRouting, NoteRouting) =
            (saved.routing.unwrap_or_default(), live.routing.unwrap_or_default());
        self.both("inputNote", one.input.is_some(), other.input.is_some()).at("inputNote").at("noteRouting")?;
        self.both("outputNote", one.output.is_some(), other.output.is_some()).at("outputNote").at("noteRouting")
    }

    fn both(&self, control: &str, saved: bool, live: bool) -> Outcome<()> {
        let words = |present: bool| if present { "there" } else { "null" };
        if saved == live { Ok(()) } else { Err(self.differs(control, words(saved), words(live))) }
    }
}

type Chains = Vec<Chain<'static>>;
