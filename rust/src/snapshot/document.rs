//! A snapshot as it is read: strictly by the published schema, texts borrowed from the bytes.

use std::borrow::Cow;
use std::ops::Range;

use super::format::{Format, OwnerKind};
use super::members::{Members, Seen, boolean, expect, invalid, members, note, number, or_null, string};
use super::model::{Chain, ChainMixer, Device, NoteRouting, OwnerMixer, Pad, Parameter, single, visit_devices};
use crate::errors::{At, Outcome};
use crate::json::{Kind, Reader};

const ROOT: Members<3> = members!(required 2: "format", "devices", "ownerMixer");
const DEVICE: Members<7> =
    members!(required 4: "name", "className", "type", "parameters", "chains", "returnChains", "drumPads");
const CHAIN: Members<4> = members!(required 2: "name", "devices", "mixer", "noteRouting");
const MIXER: Members<5> = members!(required 5: "volume", "pan", "sends", "mute", "solo");
const ROUTING: Members<2> = members!(required 2: "inputNote", "outputNote");
const PAD: Members<3> = members!(required 3: "note", "mute", "solo");
const PARAMETER: Members<6> = members!(required 6: "originalName", "min", "max", "quantized", "valueItems", "value");
const OWNER: Members<7> =
    members!(required 2: "volume", "pan", "mute", "solo", "cueVolume", "crossfader", "outputChannelId");
const RETURN_ONLY: Range<usize> = 2..4;
const MASTER_ONLY: Range<usize> = 4..7;

/// A whole snapshot, read.
pub struct Document<'a> {
    /// Its format.
    pub format: Format,
    /// The top-level devices.
    pub devices: Vec<Device<'a>>,
    /// The mixer of the owner.
    pub owner: Option<OwnerMixer>,
    /// The parameters of all devices, in the order of the text.
    pub parameters: Vec<Parameter<'a>>,
    /// The choices of all parameters.
    pub labels: Vec<Cow<'a, str>>,
    /// How many devices there are.
    pub device_count: usize,
}

impl<'a> Document<'a> {
    /// Reads a snapshot.
    ///
    /// # Errors
    ///
    /// `invalid_snapshot`, or what is wrong with the JSON text, with the place.
    pub fn read(bytes: &'a [u8]) -> Outcome<Self> {
        let mut reader = Reader::new(bytes)?;
        let mut parts = Parts { parameters: Vec::new(), labels: Vec::new() };
        let (mut format, mut devices, mut owner) = (None, Vec::new(), None);
        ROOT.read(&mut reader, |reader, member| {
            match member {
                0 => format = Some(read_format(reader)?),
                1 => devices = parts.devices(reader)?,
                _ => owner = Some(read_owner(reader)?),
            }
            Ok(())
        })?;
        reader.end()?;
        let format = format.unwrap_or(Format::V1); // required, so it was there
        super::shape::check_devices(format, &devices).at("devices")?;
        let owner = super::shape::owner_mixer(format, owner)?;
        let mut device_count = 0;
        super::shape::number_devices(&mut devices, &mut device_count);
        let Parts { parameters, labels } = parts;
        Ok(Self { format, devices, owner, parameters, labels, device_count })
    }

    /// The parameters of the device with this place among all devices.
    #[must_use]
    pub fn parameters_of(&self, ordinal: usize) -> &[Parameter<'a>] {
        let mut range = 0..0;
        visit_devices(&self.devices, &mut |device| {
            if device.ordinal == ordinal {
                range = device.parameters.clone();
            }
        });
        &self.parameters[range]
    }
}

fn read_format(reader: &mut Reader<'_>) -> Outcome<Format> {
    let name = string(reader)?;
    Format::named(&name)
        .ok_or_else(|| invalid(format!("{name:?} is not a snapshot format; known are cavi-device-chain-v1 to v6")))
}

/// The members of an owner mixer, before it is known whose it is.
#[derive(Default)]
pub(super) struct AnyOwnerMixer {
    numbers: [f64; 7],
    flags: [bool; 7],
    output_channel: Option<String>,
    seen: Option<Seen>,
}

impl AnyOwnerMixer {
    /// The mixer of this kind of owner, if exactly its members are there.
    pub(super) fn of(self, kind: OwnerKind) -> Outcome<OwnerMixer> {
        let (own, foreign) = match kind {
            OwnerKind::Return => (RETURN_ONLY, MASTER_ONLY),
            OwnerKind::Master => (MASTER_ONLY, RETURN_ONLY),
        };
        let has = |place: usize| self.seen.is_some_and(|seen| seen.has(place));
        if let Some(place) = foreign.clone().find(|place| has(*place)) {
            let name = OWNER.names[place];
            return Err(invalid(format!("{name:?} does not belong to the mixer of this format; leave it out")).at(name));
        }
        if let Some(place) = own.clone().find(|place| !has(*place)) {
            return Err(super::members::missing(OWNER.names[place]));
        }
        let [volume, pan, _, _, cue_volume, crossfader, _] = self.numbers;
        Ok(match kind {
            OwnerKind::Return => OwnerMixer::Return { volume, pan, mute: self.flags[2], solo: self.flags[3] },
            OwnerKind::Master => {
                OwnerMixer::Master { volume, pan, cue_volume, crossfader, output_channel: self.output_channel }
            }
        })
    }
}

fn read_owner(reader: &mut Reader<'_>) -> Outcome<AnyOwnerMixer> {
    let mut mixer = AnyOwnerMixer::default();
    let seen = OWNER.read(reader, |reader, member| {
        match member {
            2 | 3 => mixer.flags[member] = boolean(reader)?,
            6 => mixer.output_channel = or_null(reader, string)?.map(Cow::into_owned),
            _ => mixer.numbers[member] = number(reader)?,
        }
        Ok(())
    })?;
    mixer.seen = Some(seen);
    Ok(mixer)
}

/// What the devices of one snapshot share: two long lists, so that a device needs no lists of its own.
struct Parts<'a> {
    parameters: Vec<Parameter<'a>>,
    labels: Vec<Cow<'a, str>>,
}

impl<'a> Parts<'a> {
    fn devices(&mut self, reader: &mut Reader<'a>) -> Outcome<Vec<Device<'a>>> {
        list(reader, |reader| self.device(reader))
    }

    fn device(&mut self, reader: &mut Reader<'a>) -> Outcome<Device<'a>> {
        let (mut name, mut class_name, mut kind) = <(Cow<'a, str>, Cow<'a, str>, Cow<'a, str>)>::default();
        let (mut chains, mut return_chains, mut pads) = (None, None, None);
        let mut parameters = 0..0;
        DEVICE.read(reader, |reader, member| {
            match member {
                0 => name = string(reader)?,
                1 => class_name = string(reader)?,
                2 => kind = string(reader)?,
                3 => parameters = self.parameters(reader)?,
                4 => chains = Some(list(reader, |reader| self.chain(reader))?),
                5 => return_chains = Some(list(reader, |reader| self.chain(reader))?),
                _ => pads = Some(list(reader, read_pad)?),
            }
            Ok(())
        })?;
        Ok(Device { name, class_name, kind, parameters, ordinal: 0, chains, return_chains, pads })
    }

    fn chain(&mut self, reader: &mut Reader<'a>) -> Outcome<Chain<'a>> {
        let (mut name, mut devices, mut mixer, mut routing) = (Cow::default(), Vec::new(), None, None);
        CHAIN.read(reader, |reader, member| {
            match member {
                0 => name = string(reader)?,
                1 => devices = self.devices(reader)?,
                2 => mixer = Some(read_mixer(reader)?),
                _ => routing = Some(read_routing(reader)?),
            }
            Ok(())
        })?;
        Ok(Chain { name, mixer, routing, devices })
    }

    fn parameters(&mut self, reader: &mut Reader<'a>) -> Outcome<Range<usize>> {
        expect(reader, Kind::Array)?;
        let start = self.parameters.len();
        reader.array(|reader| {
            let parameter = self.parameter(reader)?;
            self.parameters.push(parameter);
            Ok(())
        })?;
        Ok(start..self.parameters.len())
    }

    fn parameter(&mut self, reader: &mut Reader<'a>) -> Outcome<Parameter<'a>> {
        let mut parameter =
            Parameter { name: Cow::default(), min: 0.0, max: 0.0, value: 0.0, quantized: false, choices: 0..0 };
        PARAMETER.read(reader, |reader, member| {
            match member {
                0 => parameter.name = string(reader)?,
                1 => parameter.min = number(reader)?,
                2 => parameter.max = number(reader)?,
                3 => parameter.quantized = boolean(reader)?,
                4 => parameter.choices = self.choices(reader)?,
                _ => parameter.value = number(reader)?,
            }
            Ok(())
        })?;
        check_range(&parameter)?;
        Ok(parameter)
    }

    fn choices(&mut self, reader: &mut Reader<'a>) -> Outcome<Range<usize>> {
        expect(reader, Kind::Array)?;
        let start = self.labels.len();
        reader.array(|reader| {
            self.labels.push(string(reader)?);
            Ok(())
        })?;
        Ok(start..self.labels.len())
    }
}

/// Reads an array into a list.
fn list<'a, T>(reader: &mut Reader<'a>, mut item: impl FnMut(&mut Reader<'a>) -> Outcome<T>) -> Outcome<Vec<T>> {
    expect(reader, Kind::Array)?;
    let mut items = Vec::new();
    reader.array(|reader| {
        items.push(item(reader)?);
        Ok(())
    })?;
    Ok(items)
}

/// A value that recall could not write is refused here, where its place is known.
#[inline]
fn check_range(parameter: &Parameter<'_>) -> Outcome<()> {
    let (min, max, value) = (single(parameter.min), single(parameter.max), single(parameter.value));
    if min > max {
        return Err(invalid(format!("min {} is greater than max {}", parameter.min, parameter.max)).at("min"));
    }
    if value < min || value > max {
        let found = parameter.value;
        let range = format!("from {} to {}", parameter.min, parameter.max);
        return Err(invalid(format!("expected a value {range}, found {found}")).at("value"));
    }
    if parameter.quantized && parameter.value.fract() != 0.0 {
        return Err(invalid(format!("a quantized parameter takes whole values, found {}", parameter.value)).at("value"));
    }
    Ok(())
}

fn read_mixer(reader: &mut Reader<'_>) -> Outcome<ChainMixer> {
    let mut mixer = ChainMixer::default();
    MIXER.read(reader, |reader, member| {
        match member {
            0 => mixer.volume = or_null(reader, number)?,
            1 => mixer.pan = or_null(reader, number)?,
            2 => mixer.sends = list(reader, number)?,
            3 => mixer.mute = or_null(reader, boolean)?,
            _ => mixer.solo = or_null(reader, boolean)?,
        }
        Ok(())
    })?;
    Ok(mixer)
}

fn read_routing(reader: &mut Reader<'_>) -> Outcome<NoteRouting> {
    let mut routing = NoteRouting::default();
    ROUTING.read(reader, |reader, member| {
        let note = or_null(reader, note)?;
        if member == 0 {
            routing.input = note;
        } else {
            routing.output = note;
        }
        Ok(())
    })?;
    Ok(routing)
}

fn read_pad(reader: &mut Reader<'_>) -> Outcome<Pad> {
    let mut pad = Pad { note: 0, mute: false, solo: false };
    PAD.read(reader, |reader, member| {
        match member {
            0 => pad.note = note(reader)?,
            1 => pad.mute = boolean(reader)?,
            _ => pad.solo = boolean(reader)?,
        }
        Ok(())
    })?;
    Ok(pad)
}
