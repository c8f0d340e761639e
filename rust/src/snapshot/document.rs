//! A snapshot as it is read: strictly by the published schemas, texts borrowed from the bytes.

use std::borrow::Cow;
use std::ops::Range;

use super::devices::{Lists, list};
use super::format::{Format, Level};
use super::members::{Members, Seen, invalid, members, shortened, string};
use super::model::{Device, Parameter};
use super::owners::{AnyOwnerMixer, TrackHead, read_owner_mixer, read_track, read_track_mixer, read_track_routing};
use super::part::{Owner, Part, Track, TrackMixer, TrackRouting, visit_parts};
use super::root::{self, DEVICE_CLASS, DEVICES, FORMAT, MIXER, OWNER_MIXER, PARAMETERS, ROOT, ROUTING, TRACK};
use super::shape;
use crate::errors::{At, Outcome};
use crate::json::Reader;

const MEMBER: Members<2> = members!(required 2: "sourceTrackId", "snapshot");

/// A whole snapshot, read.
pub struct Document<'a> {
    /// Its format.
    pub format: Format,
    /// Its parts: one, or of a group system as many as there are tracks.
    pub parts: Vec<Part<'a>>,
    /// The parameters of all devices, in the order of the text.
    pub parameters: Vec<Parameter<'a>>,
    /// The choices of all parameters.
    pub labels: Vec<Cow<'a, str>>,
}

impl<'a> Document<'a> {
    /// Reads a snapshot.
    ///
    /// # Errors
    ///
    /// `invalid_snapshot`, or what is wrong with the JSON text, with the place.
    pub fn read(bytes: &'a [u8]) -> Outcome<Self> {
        let mut reader = Reader::new(bytes)?;
        let mut lists = Lists::new(bytes.len());
        let body = Body::read(&mut lists, &mut reader, false)?;
        reader.end()?;
        let (format, parts) = body.parts()?;
        let Lists { parameters, labels, .. } = lists;
        Ok(Self { format, parts, parameters, labels })
    }

    /// The parameters of the device with this place among all devices.
    #[must_use]
    pub fn parameters_of(&self, ordinal: usize) -> &[Parameter<'a>] {
        let (mut range, mut place) = (0..0, 0);
        visit_parts(&self.parts, &mut |device| {
            if place == ordinal {
                range = device.parameters.clone();
            }
            place += 1;
        });
        &self.parameters[range]
    }
}

/// The members of a snapshot, before it is known whether they belong together.
struct Body<'a> {
    seen: Seen,
    format: Format,
    devices: Vec<Device<'a>>,
    owner_mixer: AnyOwnerMixer,
    device_class: Cow<'a, str>,
    parameters: Range<usize>,
    track: Option<TrackHead>,
    mixer: TrackMixer,
    routing: TrackRouting,
    tracks: Vec<Part<'a>>,
}

impl<'a> Body<'a> {
    fn read(lists: &mut Lists<'a>, reader: &mut Reader<'a>, is_member: bool) -> Outcome<Self> {
        let mut body = Self {
            seen: Seen::default(),
            format: Format::DeviceParameters, // required, so it is read before it is looked at
            devices: Vec::new(),
            owner_mixer: AnyOwnerMixer::default(),
            device_class: Cow::default(),
            parameters: 0..0,
            track: None,
            mixer: TrackMixer::default(),
            routing: TrackRouting::default(),
            tracks: Vec::new(),
        };
        body.seen = ROOT.read(reader, |reader, member| {
            match member {
                FORMAT => body.format = read_format(reader)?,
                DEVICES => body.devices = lists.devices(reader)?,
                OWNER_MIXER => body.owner_mixer = read_owner_mixer(reader)?,
                DEVICE_CLASS => body.device_class = string(reader)?,
                PARAMETERS => body.parameters = lists.parameters(reader)?,
                TRACK => body.track = Some(read_track(reader)?),
                MIXER => body.mixer = read_track_mixer(reader)?,
                ROUTING => body.routing = read_track_routing(reader)?,
                _ if is_member => {
                    return Err(invalid("a group system holds track states, not groups; list their tracks"));
                }
                _ => body.tracks = list(reader, |reader| read_member(lists, reader))?,
            }
            Ok(())
        })?;
        Ok(body)
    }

    fn parts(self) -> Outcome<(Format, Vec<Part<'a>>)> {
        root::check_members(self.format, self.seen)?;
        let format = self.format;
        let parts = match format {
            Format::GroupSystem => {
                shape::check_group(&self.tracks).at("tracks")?;
                self.tracks
            }
            _ => vec![self.part()?],
        };
        Ok((format, parts))
    }

    /// The one part of any other family; its members were checked.
    fn part(self) -> Outcome<Part<'a>> {
        let (level, mut devices) = (self.format.level(), self.devices);
        let mut owner = None;
        match (self.format, self.track) {
            (Format::DeviceChain(_), _) => {
                let mixer = self.format.owner().map(|kind| self.owner_mixer.of(kind));
                owner = mixer.transpose().at("ownerMixer")?;
            }
            (_, Some(TrackHead { name, kind, is_group, membership })) => {
                let track = Track { name, kind, is_group, membership, mixer: self.mixer, routing: self.routing };
                owner = Some(Owner::Track(Box::new(track)));
            }
            _ => devices = vec![Device::of_parameters(self.device_class, self.parameters)],
        }
        shape::check_devices(level, &devices).at("devices")?;
        Ok(Part { source_id: None, level, owner, devices })
    }
}

fn read_member<'a>(lists: &mut Lists<'a>, reader: &mut Reader<'a>) -> Outcome<Part<'a>> {
    let (mut source_id, mut part) = (Cow::default(), None);
    MEMBER.read(reader, |reader, member| {
        match member {
            0 => source_id = string(reader)?,
            _ => part = Some(read_track_state(lists, reader)?),
        }
        Ok(())
    })?;
    let part = part.unwrap_or(Part { source_id: None, level: Level::V1, owner: None, devices: Vec::new() }); // required
    Ok(Part { source_id: Some(source_id), ..part })
}

fn read_track_state<'a>(lists: &mut Lists<'a>, reader: &mut Reader<'a>) -> Outcome<Part<'a>> {
    let body = Body::read(lists, reader, true)?;
    if !matches!(body.format, Format::TrackState(_)) {
        let message = format!("a group system holds track states, not {}; capture anew", body.format.name());
        return Err(invalid(message).at("format"));
    }
    root::check_members(body.format, body.seen)?;
    body.part()
}

fn read_format(reader: &mut Reader<'_>) -> Outcome<Format> {
    let name = string(reader)?;
    Format::named(&name).ok_or_else(|| {
        invalid(format!(
            "{:?} is not a snapshot format; known are cavi-device-chain-v1 to v6, cavi-device-parameters-v1, \
             cavi-track-state-v1 to v4 and cavi-group-system-v1",
            shortened(&name)
        ))
    })
}
