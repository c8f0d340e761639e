//! Snapshots: the only model of all families, device chains, parameters of one device, track states and group systems.
//! Read strictly, kept as canonical bytes, digests and a value column, so that topology is compared by digest and values
//! as arrays.

mod devices;
mod diff;
mod difference;
mod document;
mod fits;
mod format;
mod layout;
mod members;
pub mod model;
mod owners;
pub mod part;
mod place;
mod root;
mod shape;
mod write;

pub(crate) use diff::unequal;
pub use difference::{Change, Difference, Field, Value};
pub use document::Document;
pub use format::{Family, Format, Level, OwnerKind};
pub(crate) use layout::layout_of;

use crate::canonical::Sink;
use crate::digest::{Digest, sha256};
use crate::errors::Outcome;
use model::{Device, single};
use part::{Part, visit_parts};

/// An immutable snapshot.
#[derive(Debug)]
pub struct Snapshot {
    format: Format,
    canonical: Vec<u8>,
    digest: Digest,
    parts: Vec<Part<'static>>,
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
        Ok(Kept::of(document).with_canonical(sink.into_bytes()))
    }

    /// Reads a snapshot from its canonical form, which is kept as it is.
    ///
    /// # Errors
    ///
    /// Those of [`Snapshot::parse`].
    pub fn from_canonical(canonical: Vec<u8>) -> Outcome<Self> {
        Ok(Kept::of(Document::read(&canonical)?).with_canonical(canonical))
    }

    /// Keeps a document that was made otherwise than by reading, whose shape is therefore its maker's business: its
    /// parts hold exactly what their levels and its format hold.
    #[must_use]
    pub fn from_document(document: Document<'_>) -> Self {
        let mut sink = Sink::keeping(0);
        document.write(&mut sink);
        Kept::of(document).with_canonical(sink.into_bytes())
    }

    /// What Live holds, to be compared with a snapshot: without its text and the digest of that, which cost more than all
    /// the rest. `layouts` are those of `layout_of` and `values` those of the parameters, of all devices in order.
    #[must_use]
    pub(crate) fn without_text(format: Format, parts: Vec<Part<'_>>, layouts: Vec<Digest>, values: Vec<f64>) -> Self {
        let mut parts: Vec<_> = parts.into_iter().map(Part::into_owned).collect();
        let mut counted = Counted::default();
        for part in &mut parts {
            counted.place(&mut part.devices);
        }
        let singles = values.iter().map(|value| single(*value)).collect();
        Self { format, canonical: Vec::new(), digest: Digest::default(), parts, layouts, values, singles }
    }

    /// The format.
    #[must_use]
    pub fn format(&self) -> Format {
        self.format
    }

    /// How much of its devices it holds; of a group system, what the track with the most does.
    #[must_use]
    pub fn level(&self) -> Level {
        self.parts.iter().map(|part| part.level).max().unwrap_or(self.format.level())
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

    /// Its parts: one, or of a group system as many as there are tracks. The devices' `parameters` are places in
    /// [`Snapshot::values`], their `ordinal` counts through all parts.
    #[must_use]
    pub fn parts(&self) -> &[Part<'static>] {
        &self.parts
    }

    /// How many devices there are, in all parts and at every depth.
    #[must_use]
    pub fn device_count(&self) -> usize {
        self.layouts.len()
    }

    /// The values of all parameters, part by part, device by device, a rack before what it holds.
    #[must_use]
    pub fn values(&self) -> &[f64] {
        &self.values
    }

    /// The same at single precision.
    #[must_use]
    pub fn singles(&self) -> &[f32] {
        &self.singles
    }

    /// The levels of all mixers, part by part. First the owner's: of a return track volume and pan; of the master track
    /// volume, pan, cue volume and crossfader; of a track volume, pan and its sends. Then those of each chain, depth first,
    /// a rack's chains before its return chains: volume and pan unless null, and its sends.
    #[must_use]
    pub fn faders(&self) -> Vec<f64> {
        let mut faders = Vec::new();
        for part in &self.parts {
            part.push_faders(&mut faders);
        }
        faders
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
        visit_parts(&self.parts, &mut |device| sum += count(device));
        sum
    }

    /// The path of each device within its part (`device-1/chain-2/device-0`), in the order of the value column.
    #[must_use]
    pub fn device_paths(&self) -> Vec<String> {
        let mut paths = Vec::with_capacity(self.device_count());
        for part in &self.parts {
            place::device_paths(part, &mut paths);
        }
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
struct Kept {
    format: Format,
    parts: Vec<Part<'static>>,
    layouts: Vec<Digest>,
    values: Vec<f64>,
}

impl Kept {
    fn of(document: Document<'_>) -> Self {
        let mut layouts = Vec::new();
        let mut values = Vec::with_capacity(document.parameters.len());
        let mut scratch = Vec::new();
        visit_parts(&document.parts, &mut |device| {
            layouts.push(layout::layout_digest(&document, device, &mut scratch));
            values.extend(document.parameters[device.parameters.clone()].iter().map(|parameter| parameter.value));
        });
        let mut parts: Vec<_> = document.parts.into_iter().map(Part::into_owned).collect();
        let mut counted = Counted::default();
        for part in &mut parts {
            counted.place(&mut part.devices);
        }
        Self { format: document.format, parts, layouts, values }
    }

    fn with_canonical(self, canonical: Vec<u8>) -> Snapshot {
        let Self { format, parts, layouts, values } = self;
        let singles = values.iter().map(|value| single(*value)).collect();
        let digest = sha256(&canonical);
        Snapshot { format, canonical, digest, parts, layouts, values, singles }
    }
}

/// How many devices and parameters have their place already.
#[derive(Default)]
struct Counted {
    devices: usize,
    parameters: usize,
}

impl Counted {
    /// Gives each device its place among all devices, and its parameters their places in the value column.
    fn place(&mut self, devices: &mut [Device<'_>]) {
        for device in devices {
            let end = self.parameters + device.parameters.len();
            (device.ordinal, device.parameters) = (self.devices, self.parameters..end);
            (self.devices, self.parameters) = (self.devices + 1, end);
            for chains in [&mut device.chains, &mut device.return_chains].into_iter().flatten() {
                for chain in chains {
                    self.place(&mut chain.devices);
                }
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
        let rows: Vec<_> = found.iter().map(|one| (one.change, &*one.place, one.field)).collect();
        let expected =
            [(Change::Parameter, "device-0", Field::Number(0)), (Change::ChainSolo, "device-0/chain-0", Field::Only)];
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
        let text = KIT.replace("VALUE", "128").replace("SOLO", "null");
        let refusal = Snapshot::parse(text.as_bytes()).expect_err("refused");
        assert_eq!(refusal.path(), "/devices/0/parameters/0/value");
    }
}
