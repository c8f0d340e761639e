//! Device-chain snapshots: the only model of the six formats. Read strictly, kept as canonical bytes, digests and a value
//! column, so that topology is compared by digest and values as arrays.

mod diff;
mod document;
mod fits;
mod format;
mod layout;
mod macros;
mod members;
pub mod model;
mod place;
mod shape;
mod write;

pub use diff::{Change, Difference, Field, Value};
pub use document::Document;
pub use format::{Format, OwnerKind};

use crate::canonical::Sink;
use crate::digest::{Digest, sha256};
use crate::errors::Outcome;
use model::{Device, OwnerMixer, single, visit_devices};

/// An immutable snapshot.
pub struct Snapshot {
    format: Format,
    canonical: Vec<u8>,
    digest: Digest,
    devices: Vec<Device<'static>>,
    owner: Option<OwnerMixer>,
    layouts: Vec<Digest>,
    values: Vec<f64>,
    singles: Vec<f32>,
}

impl Snapshot {
    /// Reads a snapshot from JSON text.
    ///
    /// # Errors
    ///
    /// `invalid_snapshot`, or what is wrong with the JSON text, with the place.
    pub fn parse(bytes: &[u8]) -> Outcome<Self> {
        let document = Document::read(bytes)?;
        let mut sink = Sink::keeping(bytes.len());
        document.write(&mut sink);
        Ok(Parts::of(document).with_canonical(sink.into_bytes()))
    }

    /// Reads a snapshot from its canonical form, which is kept as it is.
    ///
    /// # Errors
    ///
    /// Those of [`Snapshot::parse`].
    pub fn from_canonical(canonical: Vec<u8>) -> Outcome<Self> {
        Ok(Parts::of(Document::read(&canonical)?).with_canonical(canonical))
    }

    /// The format.
    #[must_use]
    pub fn format(&self) -> Format {
        self.format
    }

    /// The RFC 8785 form.
    #[must_use]
    pub fn canonical(&self) -> &[u8] {
        &self.canonical
    }

    /// SHA-256 of the canonical form.
    #[must_use]
    pub fn digest(&self) -> &Digest {
        &self.digest
    }

    /// The top-level devices. Their `parameters` are places in [`Snapshot::values`].
    #[must_use]
    pub fn devices(&self) -> &[Device<'static>] {
        &self.devices
    }

    /// The mixer of the owner.
    #[must_use]
    pub fn owner(&self) -> Option<&OwnerMixer> {
        self.owner.as_ref()
    }

    /// How many devices there are, at every depth.
    #[must_use]
    pub fn device_count(&self) -> usize {
        self.layouts.len()
    }

    /// The values of all parameters, device by device, a rack before what it holds.
    #[must_use]
    pub fn values(&self) -> &[f64] {
        &self.values
    }

    /// How many chains and return chains there are, at every depth.
    #[must_use]
    pub fn chain_count(&self) -> usize {
        self.sum(|device| device.chain_lists().map(|(_, chains)| chains.len()).sum())
    }

    /// How many pads there are, at every depth.
    #[must_use]
    pub fn pad_count(&self) -> usize {
        self.sum(|device| device.pads.as_ref().map_or(0, Vec::len))
    }

    fn sum(&self, count: impl Fn(&Device<'static>) -> usize) -> usize {
        let mut sum = 0;
        visit_devices(&self.devices, &mut |device| sum += count(device));
        sum
    }

    /// The path of each device (`device-1/chain-2/device-0`), in the order of the value column.
    #[must_use]
    pub fn device_paths(&self) -> Vec<String> {
        let mut paths = Vec::with_capacity(self.device_count());
        place::device_paths(&self.devices, &mut place::Place::default(), &mut paths);
        paths
    }

    /// What was read, read again: for the rare moments that need names and ranges.
    ///
    /// # Errors
    ///
    /// None that could come up: the text was accepted before.
    pub fn document(&self) -> Outcome<Document<'_>> {
        Document::read(&self.canonical)
    }
}

/// What is kept of a document once its text is let go.
struct Parts {
    format: Format,
    devices: Vec<Device<'static>>,
    owner: Option<OwnerMixer>,
    layouts: Vec<Digest>,
    values: Vec<f64>,
}

impl Parts {
    fn of(document: Document<'_>) -> Self {
        let mut layouts = Vec::with_capacity(document.device_count);
        let mut values = Vec::with_capacity(document.parameters.len());
        let mut scratch = Vec::new();
        visit_devices(&document.devices, &mut |device| {
            layouts.push(layout::layout_digest(&document, device, &mut scratch));
            values.extend(document.parameters[device.parameters.clone()].iter().map(|parameter| parameter.value));
        });
        let mut devices: Vec<_> = document.devices.into_iter().map(Device::into_owned).collect();
        place_parameters(&mut devices, &mut 0);
        Self { format: document.format, devices, owner: document.owner, layouts, values }
    }

    fn with_canonical(self, canonical: Vec<u8>) -> Snapshot {
        let Self { format, devices, owner, layouts, values } = self;
        let singles = values.iter().map(|value| single(*value)).collect();
        let digest = sha256(&canonical);
        Snapshot { format, canonical, digest, devices, owner, layouts, values, singles }
    }
}

/// Turns each device's places in the text's order into places in the value column.
fn place_parameters(devices: &mut [Device<'_>], next: &mut usize) {
    for device in devices {
        let count = device.parameters.len();
        device.parameters = *next..*next + count;
        *next += count;
        for chains in [&mut device.chains, &mut device.return_chains].into_iter().flatten() {
            for chain in chains {
                place_parameters(&mut chain.devices, next);
            }
        }
    }
}
