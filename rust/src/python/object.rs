//! A snapshot as plain Python objects: dicts, lists, strings, floats, note numbers, booleans and `None`.

use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};

use crate::snapshot::Document;
use crate::snapshot::model::{Chain, ChainMixer, Device, OwnerMixer, Pad, Parameter};

/// The whole snapshot.
pub(super) fn document<'py>(py: Python<'py>, document: &Document<'_>) -> PyResult<Bound<'py, PyDict>> {
    let object = PyDict::new(py);
    object.set_item("format", document.format.name())?;
    object.set_item("devices", devices(py, document, &document.devices)?)?;
    if let Some(owner) = &document.owner {
        object.set_item("ownerMixer", owner_mixer(py, owner)?)?;
    }
    Ok(object)
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
    let own = &document.parameters[device.parameters.clone()];
    object.set_item("parameters", list(py, own, |one| parameter(py, document, one))?)?;
    for (name, chains) in device.chain_lists() {
        object.set_item(name.member(), list(py, chains, |one| chain(py, document, one))?)?;
    }
    if let Some(pads) = &device.pads {
        object.set_item("drumPads", list(py, pads, |one| pad(py, *one))?)?;
    }
    Ok(object)
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

fn owner_mixer<'py>(py: Python<'py>, owner: &OwnerMixer) -> PyResult<Bound<'py, PyDict>> {
    let object = PyDict::new(py);
    match owner {
        OwnerMixer::Return { volume, pan, mute, solo } => {
            object.set_item("volume", volume)?;
            object.set_item("pan", pan)?;
            object.set_item("mute", mute)?;
            object.set_item("solo", solo)?;
        }
        OwnerMixer::Master { volume, pan, cue_volume, crossfader, output_channel } => {
            object.set_item("volume", volume)?;
            object.set_item("pan", pan)?;
            object.set_item("cueVolume", cue_volume)?;
            object.set_item("crossfader", crossfader)?;
            object.set_item("outputChannelId", output_channel)?;
        }
    }
    Ok(object)
}
