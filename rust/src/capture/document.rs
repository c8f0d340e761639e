//! A capture as a snapshot of any of its formats.

use std::borrow::Cow;
use std::ops::Range;
use std::sync::Arc;

use super::layout::nearest;
use super::told::real;
use super::{Capture, Kind, Track};
use crate::digest::Digest;
use crate::errors::{Code, Outcome, Refusal};
use crate::snapshot::model::{Chain, Device, Parameter, single};
use crate::snapshot::part::{Membership, Owner, Part, Send, Track as Saved, TrackKind, TrackMixer, TrackRouting};
use crate::snapshot::{Document, Format, Level, Snapshot, layout_of};
use crate::wire::{OwnerMixer, TrackState};

impl Capture {
    /// The format that holds all there is: the smallest one.
    #[must_use]
    pub fn smallest_format(&self) -> Format {
        match self.kind {
            Kind::Chain => Format::DeviceChain(self.tracks.iter().map(Track::level).max().unwrap_or(Level::V1)),
            Kind::Device => Format::DeviceParameters,
            Kind::TrackState => {
                Format::TrackState(self.tracks.iter().map(Track::level).max().unwrap_or(Level::V1).min(Level::V4))
            }
            Kind::GroupSystem => Format::GroupSystem,
        }
    }

    /// How much of its devices there is: the number of the device-chain format that holds all.
    #[must_use]
    pub fn level(&self) -> Level {
        self.tracks.iter().map(Track::level).max().unwrap_or(Level::V1)
    }

    /// The snapshot in a format, by default the smallest that holds all.
    ///
    /// # Errors
    ///
    /// `does_not_fit` for a format of something else, `invalid_snapshot` for a range that no snapshot can hold.
    pub fn snapshot(&self, format: Option<Format>) -> Outcome<Snapshot> {
        let format = format.unwrap_or_else(|| self.smallest_format());
        self.check_format(format)?;
        for track in &self.tracks {
            track.check_ranges()?;
        }
        drop(self.own()); // made now, because what was captured is most often recalled onto next
        Ok(self.whole(format, |place| self.own_level(format, place)))
    }

    /// How much of a track's devices a snapshot holds by default.
    pub(super) fn own_level(&self, format: Format, track: usize) -> Level {
        if format == Format::GroupSystem { self.tracks[track].level().min(Level::V4) } else { format.level() }
    }

    /// The snapshot, each track as far as `level` says.
    pub(super) fn whole(&self, format: Format, level: impl Fn(usize) -> Level) -> Snapshot {
        let mut document = Document { format, parts: Vec::new(), parameters: Vec::new(), labels: Vec::new() };
        for (place, track) in self.tracks.iter().enumerate() {
            let level = level(place);
            let mut push = |device: &Device<'static>| push_parameters(track, device, &mut document);
            let devices = shaped(format, cut(&track.devices, level, &mut push));
            document.parts.push(self.part(track, format, level, devices));
        }
        Snapshot::from_document(document)
    }

    /// All of it without its text, made once.
    #[must_use]
    pub fn own(&self) -> Arc<Snapshot> {
        let format = self.smallest_format();
        let make = || Arc::new(self.compared(format, |place| self.own_level(format, place)));
        Arc::clone(self.own.get_or_init(make))
    }

    /// The same without its text, for a comparison: writing and hashing that costs more than all the rest.
    pub(super) fn compared(&self, format: Format, level: impl Fn(usize) -> Level) -> Snapshot {
        let (mut parts, mut layouts, mut values) = (Vec::new(), Vec::new(), Vec::with_capacity(self.parameter_count()));
        for (place, track) in self.tracks.iter().enumerate() {
            let level = level(place);
            let mut push = |device: &Device<'static>| {
                layouts.push(compared(track, device, format));
                let (start, rows) = (values.len(), track.layouts[device.ordinal].parameters());
                let own = &track.values[device.parameters.clone()];
                if self.clamped.is_empty() {
                    values.extend_from_slice(own);
                } else {
                    values.extend(own.iter().zip(rows).map(|(value, row)| nearest(*value, row)));
                }
                start..values.len()
            };
            let devices = shaped(format, cut(&track.devices, level, &mut push));
            parts.push(self.part(track, format, level, devices));
        }
        Snapshot::without_text(format, parts, layouts, values)
    }

    fn part<'c>(&self, track: &'c Track, format: Format, level: Level, devices: Vec<Device<'c>>) -> Part<'c> {
        let source_id = (format == Format::GroupSystem).then_some(Cow::Borrowed(&*track.id));
        let owner = if self.kind == Kind::Device { None } else { track.owner(level) };
        Part { source_id, level, owner, devices }
    }

    /// Refuses a format that is of something else, or holds a mixer that was not captured.
    pub(super) fn check_format(&self, format: Format) -> Outcome<()> {
        let fits = match (self.kind, format) {
            (Kind::Chain, Format::DeviceChain(level)) => {
                level < Level::V5 || self.tracks[0].mixer_level() == Some(level)
            }
            (Kind::Device, Format::DeviceParameters)
            | (Kind::TrackState, Format::TrackState(_))
            | (Kind::GroupSystem, Format::GroupSystem) => true,
            _ => false,
        };
        if fits {
            return Ok(());
        }
        let (name, held) = (format.name(), self.smallest_format().name());
        let message = format!("what was captured is no {name}; it can be {held}");
        Err(Refusal::new(Code::DoesNotFit, message).at("format"))
    }
}

impl Track {
    /// The format whose owner mixer there is.
    fn mixer_level(&self) -> Option<Level> {
        self.rows.chain().mixer.as_ref().map(|_| if &*self.id == "master" { Level::V6 } else { Level::V5 })
    }

    /// The number of the device-chain format that holds all there is.
    pub(super) fn level(&self) -> Level {
        let chain = self.rows.chain();
        if let Some(level) = self.mixer_level() {
            level
        } else if !chain.pads.is_empty() {
            Level::V4
        } else if chain.chains.iter().any(|row| row.has != 0 || !row.sends.is_empty()) {
            Level::V3
        } else if chain.devices.iter().any(|row| row.chains >= 0) {
            Level::V2
        } else {
            Level::V1
        }
    }

    /// What a snapshot of this level holds of the owner.
    pub(super) fn owner(&self, level: Level) -> Option<Owner> {
        if let Some(track) = self.rows.track() {
            return Some(Owner::Track(Box::new(saved(track))));
        }
        let mixer = self.rows.chain().mixer.as_ref()?;
        match level {
            Level::V5 => Some(return_mixer(mixer)),
            Level::V6 => Some(master_mixer(mixer)),
            _ => None,
        }
    }

    fn check_ranges(&self) -> Outcome<()> {
        let rows = self.rows.chain().devices.iter().zip(&*self.layouts);
        for (device, layout) in rows {
            let mut ranges = layout.parameters().iter().enumerate();
            if let Some((index, row)) = ranges.find(|(_, row)| single(row.minimum) > single(row.maximum)) {
                let message = format!(
                    "Live shows a range of {} parameter-{index} ({}) from {} to {}, which no snapshot can hold",
                    device.id,
                    layout.name(row),
                    row.minimum,
                    row.maximum
                );
                return Err(Refusal::new(Code::InvalidSnapshot, message).at("devices"));
            }
        }
        Ok(())
    }
}

fn return_mixer(mixer: &OwnerMixer) -> Owner {
    Owner::Return {
        volume: real(&mixer.volume),
        pan: real(&mixer.pan),
        mute: mixer.mute.unwrap_or(false),
        solo: mixer.solo.unwrap_or(false),
    }
}

fn master_mixer(mixer: &OwnerMixer) -> Owner {
    let channel = mixer.output_channel.as_deref().filter(|_| mixer.output_supported);
    Owner::Master {
        volume: real(&mixer.volume),
        pan: real(&mixer.pan),
        cue_volume: mixer.cue_volume.as_ref().map_or(0.0, real),
        crossfader: mixer.crossfader.as_ref().map_or(0.0, real),
        output_channel: channel.map(str::to_owned),
    }
}

fn saved(track: &TrackState) -> Saved {
    let group = (track.group >= 0).then(|| format!("track-{}", track.group));
    let send = |(index, send): (usize, &crate::wire::Send)| Send {
        id: format!("send-{index}"),
        name: send.name.to_string(),
        value: real(&send.level),
    };
    let id = |route: &crate::wire::Route| route.id.as_deref().map(str::to_owned);
    Saved {
        name: track.name.to_string(),
        kind: TrackKind::named(&track.kind).unwrap_or(TrackKind::Unknown),
        is_group: &*track.kind == TrackKind::Group.name(),
        membership: Some(Membership { is_grouped: group.is_some(), group }),
        mixer: TrackMixer {
            volume: real(&track.volume),
            pan: real(&track.pan),
            mute: track.mute,
            solo: track.solo,
            sends: track.sends.iter().enumerate().map(send).collect(),
        },
        routing: TrackRouting {
            input_type: id(&track.input_type),
            input_channel: id(&track.input_channel),
            output_type: id(&track.output_type),
            output_channel: id(&track.output_channel),
            monitoring: (track.monitoring >= 0).then_some(track.monitoring),
        },
    }
}

/// Devices cut to a level. `parameters` takes each device, a rack before what it holds, and tells where its parameters are.
pub(super) fn cut<'c>(
    devices: &'c [Device<'static>],
    level: Level,
    parameters: &mut impl FnMut(&'c Device<'static>) -> Range<usize>,
) -> Vec<Device<'c>> {
    let device = |device: &'c Device<'static>| {
        let own = parameters(device);
        let (mut chains, mut return_chains) = (None, None);
        if level.holds_chains() {
            chains = device.chains.as_ref().map(|chains| cut_chains(chains, level, parameters));
            return_chains = device.return_chains.as_ref().map(|chains| cut_chains(chains, level, parameters));
        }
        Device {
            name: Cow::Borrowed(&device.name),
            class_name: Cow::Borrowed(&device.class_name),
            kind: Cow::Borrowed(&device.kind),
            parameters: own,
            ordinal: 0,
            chains,
            return_chains,
            pads: device.pads.clone().filter(|_| level.holds_pads()),
        }
    };
    devices.iter().map(device).collect()
}

fn cut_chains<'c>(
    chains: &'c [Chain<'static>],
    level: Level,
    parameters: &mut impl FnMut(&'c Device<'static>) -> Range<usize>,
) -> Vec<Chain<'c>> {
    let controls = level.holds_chain_controls();
    let chain = |chain: &'c Chain<'static>| Chain {
        name: Cow::Borrowed(&chain.name),
        mixer: chain.mixer.clone().filter(|_| controls),
        routing: chain.routing.filter(|_| controls),
        devices: cut(&chain.devices, level, parameters),
    };
    chains.iter().map(chain).collect()
}

/// Of a device of which only the parameters are held, the class is all else.
fn shaped(format: Format, devices: Vec<Device<'_>>) -> Vec<Device<'_>> {
    if format != Format::DeviceParameters {
        return devices;
    }
    devices.into_iter().map(|device| Device::of_parameters(device.class_name, device.parameters)).collect()
}

/// Adds a device's parameters to a document.
fn push_parameters<'c>(track: &'c Track, device: &Device<'_>, document: &mut Document<'c>) -> Range<usize> {
    let (start, layout) = (document.parameters.len(), &*track.layouts[device.ordinal]);
    for (row, value) in layout.parameters().iter().zip(&track.values[device.parameters.clone()]) {
        let first = document.labels.len();
        document.labels.extend(layout.items(row).map(Cow::Borrowed));
        document.parameters.push(Parameter {
            name: Cow::Borrowed(layout.name(row)),
            min: row.minimum,
            max: row.maximum,
            value: nearest(*value, row),
            quantized: row.quantized,
            choices: first..document.labels.len(),
        });
    }
    start..document.parameters.len()
}

/// What recall compares of a device as a whole.
fn compared(track: &Track, device: &Device<'_>, format: Format) -> Digest {
    let kind = if format == Format::DeviceParameters { "" } else { &device.kind };
    track.layouts[device.ordinal].compared(&device.class_name, kind, || {
        let mut alone = Document { format, parts: Vec::new(), parameters: Vec::new(), labels: Vec::new() };
        let parameters = push_parameters(track, device, &mut alone);
        let shown = Device {
            kind: Cow::Borrowed(kind),
            ..Device::of_parameters(Cow::Borrowed(&*device.class_name), parameters)
        };
        layout_of(&alone, &shown)
    })
}
