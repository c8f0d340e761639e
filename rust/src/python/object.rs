//! A snapshot as plain Python objects: dicts, lists, strings, floats, note numbers, booleans and `None`.

use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};

use crate::snapshot::model::{Chain, ChainMixer, Device, Pad, Parameter};
use crate::snapshot::part::{Owner, Part, Send, Track, TrackMixer, TrackRouting};
use crate::snapshot::{Document, Format};

/// The whole snapshot.
pub(super) fn document<'py>(py: Python<'py>, document: &Document<'_>) -> PyResult<Bound<'py, PyDict>> {
    let object = PyDict::new(py);
    object.set_item("format", document.format.name())?;
    match (document.format, &document.parts[..]) {
        (Format::GroupSystem, parts) => object.set_item("tracks", list(py, parts, |one| member(py, document, one))?)?,
        (Format::DeviceParameters, [part]) => {
            for device in &part.devices {
                object.set_item("deviceClass", &*device.class_name)?;
                object.set_item("parameters", parameters(py, document, device)?)?;
            }
        }
        (_, parts) => parts.iter().try_for_each(|part| add_part(&object, document, part))?,
    }
    Ok(object)
}

/// Adds to a summary what a part is called: the track with its type, where it is one, and its top-level devices.
pub(super) fn describe(summary: &Bound<'_, PyDict>, part: &Part<'_>) -> PyResult<()> {
    if let Some(track) = part.track() {
        summary.set_item("track", &track.name)?;
        summary.set_item("type", track.kind.name())?;
    }
    let names: Vec<&str> = part.devices.iter().map(|device| &*device.name).collect();
    summary.set_item("names", names)
}

/// The tracks of a group system as its summary names them.
pub(super) fn tracks<'py>(py: Python<'py>, parts: &[Part<'_>]) -> PyResult<Bound<'py, PyList>> {
    list(py, parts, |part| {
        let summary = PyDict::new(py);
        summary.set_item("sourceTrackId", part.source_id.as_deref())?;
        describe(&summary, part)?;
        Ok(summary)
    })
}

fn member<'py>(py: Python<'py>, document: &Document<'_>, part: &Part<'_>) -> PyResult<Bound<'py, PyDict>> {
    let (object, snapshot) = (PyDict::new(py), PyDict::new(py));
    snapshot.set_item("format", Format::TrackState(part.level).name())?;
    add_part(&snapshot, document, part)?;
    object.set_item("sourceTrackId", part.source_id.as_deref())?;
    object.set_item("snapshot", snapshot)?;
    Ok(object)
}

fn add_part(object: &Bound<'_, PyDict>, document: &Document<'_>, part: &Part<'_>) -> PyResult<()> {
    let py = object.py();
    object.set_item("devices", devices(py, document, &part.devices)?)?;
    match &part.owner {
        None => Ok(()),
        Some(Owner::Track(track)) => {
            object.set_item("track", head(py, track)?)?;
            object.set_item("mixer", track_mixer(py, &track.mixer)?)?;
            object.set_item("routing", track_routing(py, &track.routing)?)
        }
        Some(owner) => object.set_item("ownerMixer", owner_mixer(py, owner)?),
    }
}

fn list<'py, T>(
    py: Python<'py>,
    items: &[T],
    object: impl Fn(&T) -> PyResult<Bound<'py, PyDict>>,
) -> PyResult<Bound<'py, PyList>> {
    PyList::new(py, items.iter().map(object).collect::<PyResult<Vec<_>>>()?)
}

fn devices<'py>(py: Python<'py>, document: &Document<'_>, devices: &[Device<'_>]) -> PyResult<Bound<'py, PyList>> {
    list(py, devices, |one| device(py, document, one))
}

fn device<'py>(py: Python<'py>, document: &Document<'_>, device: &Device<'_>) -> PyResult<Bound<'py, PyDict>> {
    let object = PyDict::new(py);
    object.set_item("name", &*device.name)?;
    object.set_item("className", &*device.class_name)?;
    object.set_item("type", &*device.kind)?;
    object.set_item("parameters", parameters(py, document, device)?)?;
    for (name, chains) in device.chain_lists() {
        object.set_item(name.member(), list(py, chains, |one| chain(py, document, one))?)?;
    }
    if let Some(pads) = &device.pads {
        object.set_item("drumPads", list(py, pads, |one| pad(py, *one))?)?;
    }
    Ok(object)
}

fn parameters<'py>(py: Python<'py>, document: &Document<'_>, device: &Device<'_>) -> PyResult<Bound<'py, PyList>> {
    list(py, &document.parameters[device.parameters.clone()], |one| parameter(py, document, one))
}

fn parameter<'py>(py: Python<'py>, document: &Document<'_>, parameter: &Parameter<'_>) -> PyResult<Bound<'py, PyDict>> {
    let object = PyDict::new(py);
    object.set_item("originalName", &*parameter.name)?;
    object.set_item("min", parameter.min)?;
    object.set_item("max", parameter.max)?;
    object.set_item("quantized", parameter.quantized)?;
    let labels = document.labels[parameter.choices.clone()].iter().map(|label| &**label);
    object.set_item("valueItems", PyList::new(py, labels)?)?;
    object.set_item("value", parameter.value)?;
    Ok(object)
}

fn chain<'py>(py: Python<'py>, document: &Document<'_>, chain: &Chain<'_>) -> PyResult<Bound<'py, PyDict>> {
    let object = PyDict::new(py);
    object.set_item("name", &*chain.name)?;
    if let Some(mixer) = &chain.mixer {
        object.set_item("mixer", chain_mixer(py, mixer)?)?;
    }
    if let Some(routing) = &chain.routing {
        let notes = PyDict::new(py);
        notes.set_item("inputNote", routing.input)?;
        notes.set_item("outputNote", routing.output)?;
        object.set_item("noteRouting", notes)?;
    }
    object.set_item("devices", devices(py, document, &chain.devices)?)?;
    Ok(object)
}

fn chain_mixer<'py>(py: Python<'py>, mixer: &ChainMixer) -> PyResult<Bound<'py, PyDict>> {
    let object = PyDict::new(py);
    object.set_item("volume", mixer.volume)?;
    object.set_item("pan", mixer.pan)?;
    object.set_item("sends", PyList::new(py, &mixer.sends)?)?;
    object.set_item("mute", mixer.mute)?;
    object.set_item("solo", mixer.solo)?;
    Ok(object)
}

fn pad(py: Python<'_>, pad: Pad) -> PyResult<Bound<'_, PyDict>> {
    let object = PyDict::new(py);
    object.set_item("note", pad.note)?;
    object.set_item("mute", pad.mute)?;
    object.set_item("solo", pad.solo)?;
    Ok(object)
}

fn owner_mixer<'py>(py: Python<'py>, owner: &Owner) -> PyResult<Bound<'py, PyDict>> {
    let object = PyDict::new(py);
    match owner {
        Owner::Return { volume, pan, mute, solo } => {
            object.set_item("volume", volume)?;
            object.set_item("pan", pan)?;
            object.set_item("mute", mute)?;
            object.set_item("solo", solo)?;
        }
        Owner::Master { volume, pan, cue_volume, crossfader, output_channel } => {
            object.set_item("volume", volume)?;
            object.set_item("pan", pan)?;
            object.set_item("cueVolume", cue_volume)?;
            object.set_item("crossfader", crossfader)?;
            object.set_item("outputChannelId", output_channel)?;
        }
        Owner::Track(_) => {} // has members of its own, not an owner mixer
    }
    Ok(object)
}

fn head<'py>(py: Python<'py>, track: &Track) -> PyResult<Bound<'py, PyDict>> {
    let object = PyDict::new(py);
    object.set_item("name", &track.name)?;
    object.set_item("type", track.kind.name())?;
    object.set_item("isGroup", track.is_group)?;
    if let Some(membership) = &track.membership {
        object.set_item("isGrouped", membership.is_grouped)?;
        object.set_item("groupTrackId", &membership.group)?;
    }
    Ok(object)
}

fn track_mixer<'py>(py: Python<'py>, mixer: &TrackMixer) -> PyResult<Bound<'py, PyDict>> {
    let object = PyDict::new(py);
    object.set_item("volume", mixer.volume)?;
    object.set_item("pan", mixer.pan)?;
    object.set_item("mute", mixer.mute)?;
    object.set_item("solo", mixer.solo)?;
    object.set_item("sends", list(py, &mixer.sends, |one| send(py, one))?)?;
    Ok(object)
}

fn send<'py>(py: Python<'py>, send: &Send) -> PyResult<Bound<'py, PyDict>> {
    let object = PyDict::new(py);
    object.set_item("id", &send.id)?;
    object.set_item("name", &send.name)?;
    object.set_item("value", send.value)?;
    Ok(object)
}

fn track_routing<'py>(py: Python<'py>, routing: &TrackRouting) -> PyResult<Bound<'py, PyDict>> {
    let object = PyDict::new(py);
    object.set_item("inputTypeId", &routing.input_type)?;
    object.set_item("inputChannelId", &routing.input_channel)?;
    object.set_item("outputTypeId", &routing.output_type)?;
    object.set_item("outputChannelId", &routing.output_channel)?;
    object.set_item("monitoring", routing.monitoring)?;
    Ok(object)
}
