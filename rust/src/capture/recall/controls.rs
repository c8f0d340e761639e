//! One control that a difference is about: how it is addressed, its range, and whether it can be written.

use super::spots::{Spot, Spots};
use crate::capture::told::real;
use crate::capture::{Kind, Track};
use crate::snapshot::{Change, Difference, Field};
use crate::values::code;
use crate::wire::{CapturedChain, Level, flag, has};

/// A control of an object.
#[derive(Clone, Copy)]
pub(super) struct Control<'c> {
    /// The object.
    pub(super) spot: Spot,
    /// Which of its controls.
    pub(super) code: u8,
    /// Which of several.
    pub(super) member: u32,
    /// The least that Live takes.
    pub(super) minimum: f64,
    /// The most that Live takes.
    pub(super) maximum: f64,
    /// Whether it can be written, and whether playing automation holds it.
    pub(super) flags: u8,
    /// Where it cannot be written: it lies in or below a rack with mapped macros.
    pub(super) follows: bool,
    /// It is a parameter with steps, which may decide what else there is.
    pub(super) is_mode: bool,
    /// The value as it stands, where a snapshot would say another.
    pub(super) real: Option<f64>,
    /// The name of a parameter.
    pub(super) name: &'c str,
    /// Where Live's words for it stand, counted as `wire.Word` does within a track.
    pub(super) word: Option<usize>,
}

impl Control<'_> {
    fn new(spot: Spot, code: u8, member: usize, (minimum, maximum): (f64, f64)) -> Self {
        Self {
            spot,
            code,
            member: u32::try_from(member).unwrap_or(u32::MAX), // a list of so many was not read
            minimum,
            maximum,
            flags: flag::ENABLED,
            follows: false,
            is_mode: false,
            real: None,
            name: "",
            word: None,
        }
    }

    /// Whether it can be written.
    pub(super) fn is_enabled(&self) -> bool {
        self.flags & flag::ENABLED != 0
    }

    /// Whether playing automation holds it.
    pub(super) fn is_automated(&self) -> bool {
        self.flags & flag::AUTOMATED != 0
    }

    fn with_level(mut self, is_enabled: bool, is_masked: bool) -> Self {
        self.flags = match (is_enabled, is_masked) {
            (false, _) => 0,
            (true, false) => flag::ENABLED,
            (true, true) => flag::ENABLED | flag::AUTOMATED,
        };
        self
    }
}

const SWITCH: (f64, f64) = (0.0, 1.0);
const NOTE: (f64, f64) = (0.0, 127.0);
/// In, Auto and Off.
const MONITORING: (f64, f64) = (0.0, 2.0);
const TEXT: (f64, f64) = (0.0, 0.0);

/// The controls of one track.
pub(super) struct Controls<'c> {
    pub(super) kind: Kind,
    pub(super) track: &'c Track,
    pub(super) spots: Spots<'c>,
}

impl<'c> Controls<'c> {
    /// The control that a difference is about, at its spot.
    pub(super) fn of(&self, difference: &Difference, spot: Spot) -> Control<'c> {
        let number = match difference.field {
            Field::Number(number) | Field::Send(number) => number,
            Field::Only | Field::Named(_) => 0,
        };
        match (difference.change, spot) {
            (Change::Parameter, Spot::Device(row)) => self.parameter(row, number),
            (Change::DeviceName, _) => Control::new(spot, code::DEVICE_NAME, 0, TEXT),
            (Change::PadSolo, _) => Control::new(spot, code::PAD_SOLO, number, SWITCH),
            (Change::PadMute, _) => Control::new(spot, code::PAD_MUTE, number, SWITCH),
            (change, Spot::Chain(row)) => self.chain(change, row, number),
            (Change::OwnerName, _) => Control::new(spot, code::OWNER_NAME, 0, TEXT),
            _ => self.owner(difference.field),
        }
    }

    #[inline]
    fn parameter(&self, row: usize, index: usize) -> Control<'c> {
        let track = self.track;
        let chain = track.rows.chain();
        let place = track.starts[row] + index;
        let layout = &*track.layouts[row];
        let parameter = &layout.parameters()[index];
        let mut control =
            Control::new(Spot::Device(row), code::PARAMETER, index, (parameter.minimum, parameter.maximum));
        control.flags = chain.flags.0[place] & (flag::ENABLED | flag::AUTOMATED);
        // A rack's own chain selector can hang on one of its macros, too.
        control.follows = self.spots.device_below[row] || chain.devices[row].has_mappings;
        control.is_mode = parameter.quantized;
        control.real = Some(track.values[place]);
        control.name = layout.name(parameter);
        control.word = Some(place);
        control
    }

    /// The word for a value of a parameter, which it has where Live sent none.
    pub(super) fn item(&self, control: &Control<'_>, value: f64) -> &'c str {
        let Spot::Device(row) = control.spot else { return "" };
        if control.code != code::PARAMETER || !control.is_mode {
            return "";
        }
        let layout = &*self.track.layouts[row];
        layout.item(&layout.parameters()[control.member as usize], value).unwrap_or_default()
    }

    fn chain(&self, change: Change, row: usize, number: usize) -> Control<'c> {
        let (spot, chain) = (Spot::Chain(row), &self.track.rows.chain().chains[row]);
        match change {
            Change::ChainVolume => {
                let is_enabled = chain.has & has::VOLUME_ENABLED != 0;
                self.fader((code::CHAIN_VOLUME, 0), row, &chain.volume_range.0, 0, is_enabled)
            }
            Change::ChainPan => {
                let is_enabled = chain.has & has::PAN_ENABLED != 0;
                self.fader((code::CHAIN_PAN, 0), row, &chain.pan_range.0, 1, is_enabled)
            }
            Change::ChainSend => {
                let (range, is_enabled) = (&chain.send_ranges.0[2 * number..], chain.sends_enabled[number]);
                self.fader((code::CHAIN_SEND, number), row, range, 2 + number, is_enabled)
            }
            Change::ChainSolo => Control::new(spot, code::CHAIN_SOLO, 0, SWITCH),
            Change::ChainMute => self.mute(row, chain),
            Change::ChainInNote => Control::new(spot, code::CHAIN_IN_NOTE, 0, NOTE),
            _ => Control::new(spot, code::CHAIN_OUT_NOTE, 0, NOTE),
        }
    }

    /// A mute whose activator a macro drives follows it.
    fn mute(&self, row: usize, chain: &CapturedChain) -> Control<'c> {
        let mut control = Control::new(Spot::Chain(row), code::CHAIN_MUTE, 0, SWITCH);
        if chain.has & has::MUTE_DRIVEN != 0 {
            control.flags = 0;
            control.follows = self.spots.chain_below[row];
        }
        control
    }

    fn fader(&self, code: (u8, usize), row: usize, range: &[f64], fader: usize, is_enabled: bool) -> Control<'c> {
        let chain = &self.track.rows.chain().chains[row];
        let is_masked = chain.masked.0.iter().any(|loose| usize::try_from(loose.place) == Ok(fader));
        let mut control = Control::new(Spot::Chain(row), code.0, code.1, (range[0], range[1]));
        control = control.with_level(is_enabled, is_masked);
        control.follows = !is_enabled && self.spots.chain_below[row];
        control.word = self.spots.chain_fader(self.track, row, fader);
        control
    }

    fn owner(&self, field: Field) -> Control<'c> {
        let own = |code, range| Control::new(Spot::Owner, code, 0, range);
        match field {
            Field::Send(index) => self.level(code::OWNER_SEND, index),
            Field::Named("volume") => self.level(code::OWNER_VOLUME, 0),
            Field::Named("pan") => self.level(code::OWNER_PAN, 0),
            Field::Named("cueVolume") => self.level(code::OWNER_CUE_VOLUME, 0),
            Field::Named("crossfader") => self.level(code::OWNER_CROSSFADER, 0),
            Field::Named("solo") => own(code::OWNER_SOLO, SWITCH),
            Field::Named("mute") => own(code::OWNER_MUTE, SWITCH),
            Field::Named("inputTypeId") => own(code::OWNER_INPUT_TYPE, TEXT),
            Field::Named("inputChannelId") => own(code::OWNER_INPUT_CHANNEL, TEXT),
            Field::Named("outputTypeId") => own(code::OWNER_OUTPUT_TYPE, TEXT),
            Field::Named("monitoring") => own(code::OWNER_MONITORING, MONITORING),
            _ => own(code::OWNER_OUTPUT, TEXT),
        }
    }

    fn level(&self, code: u8, member: usize) -> Control<'c> {
        let Some((place, level)) = self.owner_level(code, member) else {
            return Control::new(Spot::Owner, code, member, TEXT); // a mixer that fits has it
        };
        let mut control = Control::new(Spot::Owner, code, member, (level.minimum, level.maximum));
        control = control.with_level(level.enabled, level.now.0.is_some());
        control.real = Some(real(level));
        control.word = Some(self.track.values.len() + place);
        control
    }

    /// A level of the owner, and its place among them.
    fn owner_level(&self, code: u8, member: usize) -> Option<(usize, &'c Level)> {
        let rows = &self.track.rows;
        if let Some(track) = rows.track() {
            return match code {
                code::OWNER_VOLUME => Some((0, &track.volume)),
                code::OWNER_PAN => Some((1, &track.pan)),
                _ => track.sends.get(member).map(|send| (2 + member, &send.level)),
            };
        }
        let mixer = rows.chain().mixer.as_ref()?;
        match code {
            code::OWNER_VOLUME => Some((0, &mixer.volume)),
            code::OWNER_PAN => Some((1, &mixer.pan)),
            code::OWNER_CUE_VOLUME => Some((2, mixer.cue_volume.as_ref()?)),
            code::OWNER_CROSSFADER => Some((2 + usize::from(mixer.cue_volume.is_some()), mixer.crossfader.as_ref()?)),
            _ => None,
        }
    }
}
