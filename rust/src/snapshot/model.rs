//! The devices of a snapshot. Texts are borrowed while a snapshot is read and owned once it is kept.

use std::borrow::Cow;
use std::ops::Range;

/// A device, with what is nested in it.
#[derive(Debug, Clone)]
pub struct Device<'a> {
    /// Its name; empty where only its parameters are held.
    pub name: Cow<'a, str>,
    /// Live's class name.
    pub class_name: Cow<'a, str>,
    /// Live's device type; empty where only its parameters are held.
    pub kind: Cow<'a, str>,
    /// Which parameters are its own.
    pub parameters: Range<usize>,
    /// Its place among all devices: itself, then those of its chains, then those of its return chains.
    pub ordinal: usize,
    /// The chains of a rack.
    pub chains: Option<Vec<Chain<'a>>>,
    /// The return chains of a rack.
    pub return_chains: Option<Vec<Chain<'a>>>,
    /// The populated pads of a Drum Rack.
    pub pads: Option<Vec<Pad>>,
}

/// A chain or return chain of a rack.
#[derive(Debug, Clone)]
pub struct Chain<'a> {
    /// Its name.
    pub name: Cow<'a, str>,
    /// Its mixer, where the format holds it.
    pub mixer: Option<ChainMixer>,
    /// Its note routing, where the format holds it.
    pub routing: Option<NoteRouting>,
    /// Its devices.
    pub devices: Vec<Device<'a>>,
}

/// The mixer of a chain. A control that the chain has not is `None`.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct ChainMixer {
    /// Volume.
    pub volume: Option<f64>,
    /// Panning.
    pub pan: Option<f64>,
    /// Sends to the rack's return chains.
    pub sends: Vec<f64>,
    /// Whether the chain is muted.
    pub mute: Option<bool>,
    /// Whether the chain is soloed.
    pub solo: Option<bool>,
}

/// Which notes a Drum Rack's chain receives and sends on.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct NoteRouting {
    /// The note it listens to.
    pub input: Option<u8>,
    /// The note it plays.
    pub output: Option<u8>,
}

/// A populated pad of a Drum Rack.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Pad {
    /// Its note.
    pub note: u8,
    /// Whether it is muted.
    pub mute: bool,
    /// Whether it is soloed.
    pub solo: bool,
}

/// A parameter of a device.
#[derive(Debug, Clone)]
pub struct Parameter<'a> {
    /// Its original name.
    pub name: Cow<'a, str>,
    /// The lower end of its range.
    pub min: f64,
    /// The upper end of its range.
    pub max: f64,
    /// Its value.
    pub value: f64,
    /// Whether it takes whole values only.
    pub quantized: bool,
    /// Which of the labels are its choices.
    pub choices: Range<usize>,
}

/// Parameter values are single precision in Live; this is how all of them are compared here.
#[must_use]
#[inline]
#[allow(clippy::cast_possible_truncation)]
pub fn single(value: f64) -> f32 {
    value as f32 + 0.0 // a negative number too small for a single becomes -0, and adding 0 makes that 0
}

impl Device<'_> {
    /// The same device with texts of its own.
    #[must_use]
    pub fn into_owned(self) -> Device<'static> {
        let own =
            |chains: Option<Vec<Chain<'_>>>| chains.map(|chains| chains.into_iter().map(Chain::into_owned).collect());
        Device {
            name: Cow::Owned(self.name.into_owned()),
            class_name: Cow::Owned(self.class_name.into_owned()),
            kind: Cow::Owned(self.kind.into_owned()),
            parameters: self.parameters,
            ordinal: self.ordinal,
            chains: own(self.chains),
            return_chains: own(self.return_chains),
            pads: self.pads,
        }
    }
}

impl<'a> Device<'a> {
    /// A device of which only the class and the parameters are held.
    #[must_use]
    pub fn of_parameters(class_name: Cow<'a, str>, parameters: Range<usize>) -> Self {
        let (name, kind) = (Cow::default(), Cow::default());
        Self { name, class_name, kind, parameters, ordinal: 0, chains: None, return_chains: None, pads: None }
    }

    /// What messages call it.
    #[must_use]
    pub fn shown_name(&self) -> &str {
        if self.name.is_empty() { &self.class_name } else { &self.name }
    }

    /// Its chain lists, each with what its path calls it: ordinary chains first.
    pub fn chain_lists(&self) -> impl Iterator<Item = (ChainList, &Vec<Chain<'a>>)> {
        let chains = self.chains.iter().map(|chains| (ChainList::Chains, chains));
        chains.chain(self.return_chains.iter().map(|chains| (ChainList::ReturnChains, chains)))
    }

    /// Whether its pads say nothing that its chains do not say already: there is one for each note that a chain listens
    /// to, muted or soloed where all chains of that note are. Live's pads always follow their chains so; a snapshot that
    /// was written by hand may say something else.
    #[must_use]
    pub fn pads_follow_chains(&self) -> bool {
        let (Some(pads), Some(chains)) = (&self.pads, &self.chains) else { return false };
        let mut notes = [None; 256];
        for chain in chains {
            let Some(note) = chain.routing.and_then(|routing| routing.input) else { continue };
            let Some((mute, solo)) = chain.mixer.as_ref().and_then(|mixer| mixer.mute.zip(mixer.solo)) else {
                return false;
            };
            let (all_mute, all_solo) = notes[usize::from(note)].unwrap_or((true, true));
            notes[usize::from(note)] = Some((all_mute && mute, all_solo && solo));
        }
        let follows = |pad: &Pad| notes[usize::from(pad.note)] == Some((pad.mute, pad.solo));
        pads.iter().all(follows) && pads.len() == notes.iter().flatten().count()
    }
}

impl Chain<'_> {
    fn into_owned(self) -> Chain<'static> {
        Chain {
            name: Cow::Owned(self.name.into_owned()),
            mixer: self.mixer,
            routing: self.routing,
            devices: self.devices.into_iter().map(Device::into_owned).collect(),
        }
    }
}

/// One of the two chain lists of a rack.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ChainList {
    /// `chains`
    Chains,
    /// `returnChains`
    ReturnChains,
}

impl ChainList {
    /// Both lists, in the order of writing.
    pub const BOTH: [Self; 2] = [Self::Chains, Self::ReturnChains];

    /// The member of the snapshot.
    #[must_use]
    pub fn member(self) -> &'static str {
        match self {
            Self::Chains => "chains",
            Self::ReturnChains => "returnChains",
        }
    }

    /// What a path calls one of its chains.
    #[must_use]
    pub fn path_name(self) -> &'static str {
        match self {
            Self::Chains => "chain-",
            Self::ReturnChains => "return-chain-",
        }
    }

    /// This list of a device.
    #[must_use]
    pub fn of<'d, 'a>(self, device: &'d Device<'a>) -> Option<&'d Vec<Chain<'a>>> {
        match self {
            Self::Chains => device.chains.as_ref(),
            Self::ReturnChains => device.return_chains.as_ref(),
        }
    }
}

/// Calls `visit` for each device, a rack before what it holds.
pub fn visit_devices<'d, 'a>(devices: &'d [Device<'a>], visit: &mut impl FnMut(&'d Device<'a>)) {
    for device in devices {
        visit(device);
        for (_, chains) in device.chain_lists() {
            for chain in chains {
                visit_devices(&chain.devices, visit);
            }
        }
    }
}
