//! Reading of devices, with everything that is in them.

use std::borrow::Cow;
use std::ops::Range;

use super::members::{Members, boolean, expect, invalid, members, note, number, or_null, string};
use super::model::{Chain, ChainMixer, Device, NoteRouting, Pad, Parameter, single};
use crate::errors::Outcome;
use crate::json::{Kind, Reader};

const DEVICE: Members<7> =
    members!(required 4: "name", "className", "type", "parameters", "chains", "returnChains", "drumPads");
const CHAIN: Members<4> = members!(required 2: "name", "devices", "mixer", "noteRouting");
const MIXER: Members<5> = members!(required 5: "volume", "pan", "sends", "mute", "solo");
const ROUTING: Members<2> = members!(required 2: "inputNote", "outputNote");
const PAD: Members<3> = members!(required 3: "note", "mute", "solo");
const PARAMETER: Members<6> = members!(required 6: "originalName", "min", "max", "quantized", "valueItems", "value");

/// What the devices of one snapshot share: two long lists, so that a device needs no lists of its own.
pub(super) struct Lists<'a> {
    pub(super) parameters: Vec<Parameter<'a>>,
    pub(super) labels: Vec<Cow<'a, str>>,
}

impl<'a> Lists<'a> {
    /// Empty lists with room for what a text of this length usually holds: growing them costs a tenth of reading.
    pub(super) fn new(length: usize) -> Self {
        Self { parameters: Vec::with_capacity(length / 112), labels: Vec::with_capacity(length / 64) }
    }

    pub(super) fn devices(&mut self, reader: &mut Reader<'a>) -> Outcome<Vec<Device<'a>>> {
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

    pub(super) fn parameters(&mut self, reader: &mut Reader<'a>) -> Outcome<Range<usize>> {
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
pub(super) fn list<'a, T>(
    reader: &mut Reader<'a>,
    mut item: impl FnMut(&mut Reader<'a>) -> Outcome<T>,
) -> Outcome<Vec<T>> {
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
