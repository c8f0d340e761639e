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

#[cfg(test)]
mod tests {
    use super::*;

    const KIT: &str = r#"{"format":"cavi-device-chain-v4","devices":[{"name":"Kit","className":"DrumGroupDevice",
        "type":"instrument","parameters":[{"originalName":"Macro 1","min":0,"max":127.0,"quantized":false,"valueItems":[],
        "value":VALUE}],"chains":[{"name":"Kick","devices":[],"mixer":{"volume":0.85,"pan":null,"sends":[],"mute":false,
        "solo":SOLO},"noteRouting":{"inputNote":36,"outputNote":60}}],"returnChains":[],
        "drumPads":[{"note":36,"mute":false,"solo":false}]}]}"#;

    fn kit(value: &str, solo: &str) -> Snapshot {
        Snapshot::parse(KIT.replace("VALUE", value).replace("SOLO", solo).as_bytes()).expect("a snapshot")
    }

    #[test]
    fn the_canonical_form_is_that_of_the_text() {
        let text = KIT.replace("VALUE", "1.50").replace("SOLO", "true");
        let snapshot = Snapshot::parse(text.as_bytes()).expect("a snapshot");
        assert_eq!(snapshot.canonical(), crate::canonical::canonical_text(text.as_bytes()).expect("JSON"));
        assert_eq!(*snapshot.digest(), sha256(snapshot.canonical()));
        let again = Snapshot::from_canonical(snapshot.canonical().to_vec()).expect("a snapshot");
        assert_eq!(again.digest(), snapshot.digest());
    }

    #[test]
    fn differences_are_found_where_they_are_and_nowhere_else() {
        let (live, target) = (kit("1", "false"), kit("2", "true"));
        let found = live.differences(&target).expect("it fits");
        let rows: Vec<_> = found.iter().map(|one| (one.change, &*one.place, one.field, one.position)).collect();
        let expected = [
            (Change::Parameter, "device-0", Field::Number(0), Some(0)),
            (Change::ChainSolo, "device-0/chain-0", Field::Only, None),
        ];
        assert_eq!(rows, expected);
        assert_eq!(live.differences(&live).expect("it fits"), []);
    }

    #[test]
    fn a_misfit_names_its_place() {
        let refusal = kit("1", "null").fits(&kit("1", "false")).expect_err("a misfit");
        assert_eq!(refusal.path(), "/devices/0/chains/0/mixer/solo");
        assert!(refusal.message().starts_with("device-0/chain-0 (Kit > Kick): solo"), "{}", refusal.message());
    }

    #[test]
    fn a_value_outside_its_range_is_no_snapshot() {
        let refusal =
            Snapshot::parse(KIT.replace("VALUE", "128").replace("SOLO", "null").as_bytes()).err().expect("refused");
        assert_eq!(refusal.path(), "/devices/0/parameters/0/value");
    }
}
