//! What recall compares of a device as a whole: class, type, and its parameters' names, ranges and choices, as one digest.

use super::document::Document;
use super::model::{Device, Parameter, single};
use crate::digest::{Digest, sha256};

/// What recall compares of a device as a whole, as one digest.
#[must_use]
pub(crate) fn layout_of(document: &Document<'_>, device: &Device<'_>) -> Digest {
    layout_digest(document, device, &mut Vec::new())
}

/// The same. `scratch` is reused from device to device.
pub(super) fn layout_digest(document: &Document<'_>, device: &Device<'_>, scratch: &mut Vec<u8>) -> Digest {
    scratch.clear();
    text(scratch, &device.class_name);
    text(scratch, &device.kind);
    for parameter in &document.parameters[device.parameters.clone()] {
        text(scratch, &parameter.name);
        scratch.extend_from_slice(&single(parameter.min).to_le_bytes());
        scratch.extend_from_slice(&single(parameter.max).to_le_bytes());
        scratch.push(u8::from(parameter.quantized));
        length(scratch, parameter.choices.len());
        for label in &document.labels[parameter.choices.clone()] {
            text(scratch, label);
        }
    }
    sha256(scratch)
}

fn text(bytes: &mut Vec<u8>, text: &str) {
    length(bytes, text.len());
    bytes.extend_from_slice(text.as_bytes());
}

/// One byte for nearly all: a quarter of what is hashed would be lengths otherwise.
fn length(bytes: &mut Vec<u8>, length: usize) {
    match u8::try_from(length) {
        Ok(short) if short < u8::MAX => bytes.push(short),
        _ => {
            bytes.push(u8::MAX);
            bytes.extend_from_slice(&(length as u64).to_le_bytes());
        }
    }
}

/// In which way two parameters at the same place differ, if they do: the member of the snapshot, and both in words.
pub(super) fn difference(
    saved: (&Document<'_>, &Parameter<'_>),
    live: (&Document<'_>, &Parameter<'_>),
) -> Option<(&'static str, String, String)> {
    let ((saved_in, saved), (live_in, live)) = (saved, live);
    let number = |one: f64, other: f64| {
        (single(one).to_bits() != single(other).to_bits()).then(|| (one.to_string(), other.to_string()))
    };
    let found = |member, pair: (String, String)| (member, pair.0, pair.1);
    if saved.name != live.name {
        return Some(found("originalName", (format!("{:?}", saved.name), format!("{:?}", live.name))));
    }
    if let Some(pair) = number(saved.min, live.min) {
        return Some(found("min", pair));
    }
    if let Some(pair) = number(saved.max, live.max) {
        return Some(found("max", pair));
    }
    if saved.quantized != live.quantized {
        return Some(found("quantized", (saved.quantized.to_string(), live.quantized.to_string())));
    }
    let (one, other) = (&saved_in.labels[saved.choices.clone()], &live_in.labels[live.choices.clone()]);
    (one != other).then(|| found("valueItems", (format!("{one:?}"), format!("{other:?}"))))
}
