//! The parameters of one kind of device, told by Live once and known by a digest.

use std::sync::{Mutex, PoisonError};

use crate::digest::{Digest, sha256};
use crate::errors::{At, Outcome};
use crate::snapshot::model::single;
use crate::wire::{self, LayoutParameter, invalid, unpack};

/// Names, ranges and choices of a device's parameters.
#[derive(Debug)]
pub struct Layout {
    digest: Digest,
    rows: Vec<LayoutParameter>,
    /// What recall compares, for each class and type of device that was seen with this layout: nearly always one.
    compared: Mutex<Vec<(String, String, Digest)>>,
}

/// So many classes of devices with one layout are remembered.
const CLASSES: usize = 8;

impl Layout {
    /// Reads a packed `wire.Layout`.
    ///
    /// # Errors
    ///
    /// `invalid_rows`, with the field.
    pub fn parse(packed: &[u8]) -> Outcome<Self> {
        let wire::Layout { rows } = unpack(packed, b"")?;
        for (index, row) in rows.iter().enumerate() {
            for (name, bound) in [("minimum", row.minimum), ("maximum", row.maximum)] {
                if !bound.is_finite() {
                    return Err(invalid("not a finite number")).at(name).at(index).at("rows");
                }
            }
        }
        Ok(Self { digest: sha256(packed), rows, compared: Mutex::default() })
    }

    /// SHA-256 of the packed rows.
    #[must_use]
    pub fn digest(&self) -> &Digest {
        &self.digest
    }

    /// The parameters.
    #[must_use]
    pub fn rows(&self) -> &[LayoutParameter] {
        &self.rows
    }

    /// What recall compares of a device of this class and type, made by `make` the first time.
    pub(super) fn compared(&self, class_name: &str, kind: &str, make: impl FnOnce() -> Digest) -> Digest {
        let mut known = self.compared.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((.., digest)) = known.iter().find(|(one, other, _)| one == class_name && other == kind) {
            return *digest;
        }
        let digest = make();
        if known.len() < CLASSES {
            known.push((class_name.to_owned(), kind.to_owned(), digest));
        }
        digest
    }
}

/// The nearest value that a snapshot may hold of a parameter: in its range, and whole where it is quantized.
#[must_use]
pub(super) fn nearest(value: f64, parameter: &LayoutParameter) -> f64 {
    let (low, high) = (parameter.minimum, parameter.maximum);
    let value = if value.is_nan() { low } else { value };
    let inside = if single(value) < single(low) {
        low
    } else if single(value) > single(high) {
        high
    } else {
        value
    };
    if parameter.quantized && inside.fract() != 0.0 { inside.round().min(high.floor()).max(low.ceil()) } else { inside }
}

/// The word for a value of a quantized parameter, where it has words.
#[must_use]
pub(super) fn item(parameter: &LayoutParameter, value: f64) -> Option<&str> {
    let place = value - parameter.minimum;
    if place.fract() != 0.0 || place < 0.0 {
        return None;
    }
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // whole and not negative; too large saturates
    parameter.items.get(place as usize).map(|item| &**item)
}
