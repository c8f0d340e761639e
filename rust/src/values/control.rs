//! What a row of values writes: the controls with their words and what their numbers mean.

use std::fmt::Write as _;

/// The controls, as numbers of the bridge.
#[allow(missing_docs)] // the names say it
pub mod code {
    pub const PARAMETER: u8 = 0;
    pub const CHAIN_VOLUME: u8 = 1;
    pub const CHAIN_PAN: u8 = 2;
    pub const CHAIN_SEND: u8 = 3;
    pub const CHAIN_SOLO: u8 = 4;
    pub const CHAIN_MUTE: u8 = 5;
    pub const CHAIN_IN_NOTE: u8 = 6;
    pub const CHAIN_OUT_NOTE: u8 = 7;
    pub const PAD_SOLO: u8 = 8;
    pub const PAD_MUTE: u8 = 9;
    pub const OWNER_VOLUME: u8 = 10;
    pub const OWNER_PAN: u8 = 11;
    pub const OWNER_CUE_VOLUME: u8 = 12;
    pub const OWNER_CROSSFADER: u8 = 13;
    pub const OWNER_SOLO: u8 = 14;
    pub const OWNER_MUTE: u8 = 15;
    pub const OWNER_OUTPUT: u8 = 16;
    pub const DEVICE_NAME: u8 = 17;
    pub const OWNER_NAME: u8 = 18;
    pub const OWNER_SEND: u8 = 19;
    pub const OWNER_INPUT_TYPE: u8 = 20;
    pub const OWNER_INPUT_CHANNEL: u8 = 21;
    pub const OWNER_OUTPUT_TYPE: u8 = 22;
    pub const OWNER_MONITORING: u8 = 23;
}

/// What a control's number means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Style {
    /// Itself.
    Number,
    /// A switch, 0 or 1.
    Switch,
    /// A note, or another whole number.
    Whole,
    /// A place in a list of texts.
    Text,
}

/// A control.
#[derive(Debug)]
pub struct Control {
    /// What it is called; before the number of the member, where there are several.
    word: &'static str,
    /// Whether the member's number belongs to the name: `send-2`.
    numbered: bool,
    /// What its number means.
    pub style: Style,
}

const fn one(word: &'static str, style: Style) -> Control {
    Control { word, numbered: false, style }
}

const fn of_many(word: &'static str) -> Control {
    Control { word, numbered: true, style: Style::Number }
}

/// All of them, by number.
static CONTROLS: [Control; 24] = [
    of_many("parameter-"),
    one("volume", Style::Number),
    one("pan", Style::Number),
    of_many("send-"),
    one("solo", Style::Switch),
    one("mute", Style::Switch),
    one("inputNote", Style::Whole),
    one("outputNote", Style::Whole),
    one("solo", Style::Switch),
    one("mute", Style::Switch),
    one("volume", Style::Number),
    one("pan", Style::Number),
    one("cueVolume", Style::Number),
    one("crossfader", Style::Number),
    one("solo", Style::Switch),
    one("mute", Style::Switch),
    one("outputChannelId", Style::Text),
    one("name", Style::Text),
    one("name", Style::Text),
    of_many("send-"),
    one("inputTypeId", Style::Text),
    one("inputChannelId", Style::Text),
    one("outputTypeId", Style::Text),
    one("monitoring", Style::Whole),
];

impl Control {
    /// The control of this number.
    #[must_use]
    #[inline]
    pub fn of(code: u8) -> Option<&'static Self> {
        CONTROLS.get(usize::from(code))
    }
}

/// Adds the name of a control after that of its object: ` parameter-3 Attack`, ` pad 36 solo`.
pub fn push_name(text: &mut String, code: u8, member: u32, name: &str) {
    let Some(control) = Control::of(code) else { return };
    text.push(' ');
    if matches!(code, code::PAD_SOLO | code::PAD_MUTE) {
        let _ = write!(text, "pad {member} "); // writing into a String cannot fail
    }
    text.push_str(control.word);
    if control.numbered {
        text.push_str(itoa::Buffer::new().format(member));
    }
    if !name.is_empty() {
        text.push(' ');
        text.push_str(name);
    }
}
