//! The parameters of one kind of device, told by Live once and known by a digest.

use std::sync::{Mutex, PoisonError};

use crate::digest::{Digest, sha256};
use crate::errors::{At, Outcome};
use crate::snapshot::model::single;
use crate::wire::{self, LayoutParameter, invalid, unpack};

/// Names, ranges and choices of a device's parameters. All texts stand in one, so that tens of thousands of parameters are
/// read in the order in which they lie in memory.
#[derive(Debug)]
pub struct Layout {
    digest: Digest,
    parameters: Vec<Parameter>,
    items: Vec<Span>,
    text: String,
    /// What recall compares, for each class and type of device that was seen with this layout: nearly always one.
    compared: Mutex<Vec<(String, String, Digest)>>,
}

/// A parameter of a layout.
#[derive(Debug, Clone, Copy)]
pub struct Parameter {
    /// The lower end of its range.
    pub minimum: f64,
    /// The upper end of its range.
    pub maximum: f64,
    /// Whether it has steps.
    pub quantized: bool,
    name: Span,
    items: Span,
}

/// From where to where.
type Span = (u32, u32);

fn span<T>(list: &[T], (from, to): Span) -> &[T] {
    &list[from as usize..to as usize]
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
        let mut layout = Self {
            digest: sha256(packed),
            parameters: Vec::with_capacity(rows.len()),
            items: Vec::new(),
            text: String::new(),
            compared: Mutex::default(),
        };
        for (index, row) in rows.iter().enumerate() {
            layout.push(row).at(index).at("rows")?;
        }
        Ok(layout)
    }

    fn push(&mut self, row: &LayoutParameter) -> Outcome<()> {
        for (name, bound) in [("minimum", row.minimum), ("maximum", row.maximum)] {
            if !bound.is_finite() {
                return Err(invalid("not a finite number")).at(name);
            }
        }
        let name = self.add(&row.original_name)?;
        let first = place(self.items.len())?;
        for item in &row.items {
            let item = self.add(item)?;
            self.items.push(item);
        }
        let items = (first, place(self.items.len())?);
        let LayoutParameter { minimum, maximum, quantized, .. } = *row;
        self.parameters.push(Parameter { minimum, maximum, quantized, name, items });
        Ok(())
    }

    fn add(&mut self, text: &str) -> Outcome<Span> {
        let start = place(self.text.len())?;
        self.text.push_str(text);
        Ok((start, place(self.text.len())?))
    }

    /// SHA-256 of the packed rows.
    #[must_use]
    pub fn digest(&self) -> &Digest {
        &self.digest
    }

    /// The parameters.
    #[must_use]
    pub fn parameters(&self) -> &[Parameter] {
        &self.parameters
    }

    /// The name of one of them.
    #[must_use]
    #[inline]
    pub fn name(&self, parameter: &Parameter) -> &str {
        self.text(parameter.name)
    }

    #[inline]
    fn text(&self, (from, to): Span) -> &str {
        &self.text[from as usize..to as usize]
    }

    /// The choices of one of them.
    pub fn items(&self, parameter: &Parameter) -> impl Iterator<Item = &str> {
        span(&self.items, parameter.items).iter().map(|item| self.text(*item))
    }

    /// The word for a value of a parameter with steps, where it has words.
    #[must_use]
    pub fn item(&self, parameter: &Parameter, value: f64) -> Option<&str> {
        let place = value - parameter.minimum;
        #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
        // compared with what it was; too large saturates
        let whole = place as usize;
        #[allow(clippy::cast_precision_loss, clippy::float_cmp)] // exact on purpose
        let is_whole = whole as f64 == place;
        span(&self.items, parameter.items).get(whole).filter(|_| is_whole).map(|item| self.text(*item))
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
#[inline]
pub(super) fn nearest(value: f64, parameter: &Parameter) -> f64 {
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

fn place(place: usize) -> Outcome<u32> {
    u32::try_from(place).map_err(|_| invalid("more than 4 GiB of texts"))
}
