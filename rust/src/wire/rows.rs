//! The rows that the core reads: captures, layouts and values, field by field as in `wire.py`, which says what they mean.

use super::reading::{Bytes, Digests, Doubles, Places, Shown, Streams, Text, Wire, bare, rows};
use crate::errors::Outcome;

rows! {
    /// A mixer control.
    Level {
        value: f64,
        minimum: f64,
        maximum: f64,
        enabled: bool,
        display: Shown<Text>,
        now: Shown<Option<f64>>,
    }
    /// A routing choice.
    OutputRow { id: Text, name: Text }
    /// What a snapshot keeps of a parameter besides its value.
    LayoutParameter {
        original_name: Text,
        name: Text,
        minimum: f64,
        maximum: f64,
        quantized: bool,
        items: Vec<Text>,
    }
    /// The parameters of one kind of device.
    Layout { rows: Vec<LayoutParameter> }
    /// A device of a capture.
    ChainDevice {
        id: Text,
        pointer: i64,
        name: Text,
        class_name: Text,
        r#type: Text,
        parameters: i64,
        chains: i64,
        return_chains: i64,
        pads: i64,
        has_mappings: bool,
        layout: Shown<i64>,
    }
    /// The real value of a parameter whose guarded value is masked.
    Loose { place: i64, value: f64 }
    /// A chain of a capture.
    CapturedChain {
        id: Text,
        pointer: i64,
        is_return: bool,
        has: i64,
        volume: f64,
        pan: f64,
        sends: Vec<f64>,
        sends_enabled: Vec<bool>,
        mute: bool,
        solo: bool,
        in_note: i64,
        out_note: i64,
        name: Shown<Text>,
        volume_range: Shown<Vec<f64>>,
        pan_range: Shown<Vec<f64>>,
        send_ranges: Shown<Vec<f64>>,
        masked: Shown<Vec<Loose>>,
    }
    /// A pad that has chains.
    CapturedPad { device: Text, note: i64, mute: bool, solo: bool }
    /// The mixer of a return or of the master.
    OwnerMixer {
        volume: Level,
        pan: Level,
        cue_volume: Option<Level>,
        crossfader: Option<Level>,
        mute: Option<bool>,
        solo: Option<bool>,
        output_supported: bool,
        output_channel: Option<Text>,
        output_choices: Shown<Vec<OutputRow>>,
    }
    /// Live's words for a value and for the one it was compared with.
    Word { place: i64, before: Text, after: Text }
    /// Words for what stood otherwise beside a question.
    Words { rows: Vec<Word> }
    /// An owner's device chain.
    Chain {
        owner_pointer: i64,
        mixer: Option<OwnerMixer>,
        devices: Vec<ChainDevice>,
        values: Doubles,
        flags: Bytes,
        chains: Vec<CapturedChain>,
        pads: Vec<CapturedPad>,
        layouts: Shown<Digests>,
        loose: Shown<Vec<Loose>>,
    }
    /// One of a track's four routings.
    Route { id: Option<Text>, choices: Shown<Vec<OutputRow>> }
    /// A track's send.
    Send { name: Text, level: Level }
    /// A track.
    TrackState {
        id: Text,
        name: Text,
        kind: Text,
        group: i64,
        volume: Level,
        pan: Level,
        mute: bool,
        solo: bool,
        sends: Vec<Send>,
        input_type: Route,
        input_channel: Route,
        output_type: Route,
        output_channel: Route,
        monitoring: i64,
        chain: Chain,
    }
    /// A group track and all that sits in it.
    GroupSystem { tracks: Vec<TrackState> }
    /// An object that values are written to.
    Addressed { id: Text, pointer: i64 }
    /// Values to write.
    ValuesToSet {
        objects: Vec<Addressed>,
        texts: Vec<Text>,
        targets: Places,
        controls: Bytes,
        members: Places,
        flags: Bytes,
        before: Doubles,
        after: Doubles,
        minimum: Doubles,
        maximum: Doubles,
    }
}
