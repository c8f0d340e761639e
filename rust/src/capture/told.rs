//! What Live told, read and checked, before the layouts it names are known.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use super::layout::{Layout, nearest};
use super::tree::Grower;
use super::words::{deal, words_in};
use super::{Capture, Clamped, Kind, Rows, Track};
use crate::digest::Digest;
use crate::errors::{At, Code, Outcome, Refusal};
use crate::wire::{self, ChainDevice, GroupSystem, Level, TrackState, invalid, unpack};

/// The rows of a capture.
pub struct Told {
    kind: Kind,
    tracks: Vec<TrackTold>,
    words: Vec<wire::Word>,
}

/// An owner's rows.
pub(super) struct TrackTold {
    pub(super) id: wire::Text,
    pub(super) rows: Rows,
}

impl Told {
    /// Reads the two byte strings of a capture, and the words that came with it (no bytes where none were asked for).
    /// `owner` is what a chain alone does not say.
    ///
    /// # Errors
    ///
    /// `invalid_rows`, with the field.
    pub fn read(kind: Kind, owner: &str, guard: &[u8], shown: &[u8], words: &[u8]) -> Outcome<Self> {
        let track = |track: TrackState| TrackTold { id: track.id.clone(), rows: Rows::Track(Box::new(track)) };
        let tracks = match kind {
            Kind::Chain | Kind::Device => {
                vec![TrackTold { id: owner.into(), rows: Rows::Chain(Box::new(unpack(guard, shown)?)) }]
            }
            Kind::TrackState => vec![track(unpack(guard, shown)?)],
            Kind::GroupSystem => unpack::<GroupSystem>(guard, shown)?.tracks.into_iter().map(track).collect(),
        };
        Ok(Self { kind, tracks, words: words_in(words)? })
    }

    /// The layouts that are named, each once.
    #[must_use]
    pub fn layouts(&self) -> Vec<Digest> {
        let mut known = HashSet::new();
        let named = self.tracks.iter().flat_map(|track| &track.rows.chain().layouts.0.0);
        named.copied().filter(|digest| known.insert(*digest)).collect()
    }

    /// The capture, once the layouts are known.
    ///
    /// # Errors
    ///
    /// `invalid_rows`, with the field: rows that contradict each other. `unknown_layout` where one is not there.
    pub fn with(self, layouts: &HashMap<Digest, Arc<Layout>>) -> Outcome<Capture> {
        let Self { kind, tracks, words } = self;
        let mut clamped = Vec::new();
        let tracks = tracks.into_iter().enumerate().map(|(index, told)| {
            let track = track(kind, told, layouts, &mut clamped);
            if kind == Kind::GroupSystem { track.at(index).at("tracks") } else { track }
        });
        let mut tracks = tracks.collect::<Outcome<Vec<_>>>()?;
        deal(words, &mut tracks);
        Ok(Capture { kind, tracks, clamped: clamped.into(), own: Arc::default(), ahead: Arc::default() })
    }
}

fn track(
    kind: Kind,
    told: TrackTold,
    layouts: &HashMap<Digest, Arc<Layout>>,
    clamped: &mut Vec<Clamped>,
) -> Outcome<Track> {
    let TrackTold { id, rows } = told;
    let inside = rows.track().is_some();
    let checked = check(kind, &id, rows.chain(), layouts, clamped);
    let Checked { devices, layouts, starts, values } = if inside { checked.at("chain") } else { checked }?;
    check_levels(&rows)?;
    Ok(Track {
        id,
        rows: rows.into(),
        devices: devices.into(),
        layouts: layouts.into(),
        starts: starts.into(),
        values: values.into(),
        words: Vec::new(),
    })
}

/// What a chain's rows say once they are put together.
struct Checked {
    devices: Vec<crate::snapshot::model::Device<'static>>,
    layouts: Vec<Arc<Layout>>,
    starts: Vec<usize>,
    values: Vec<f64>,
}

fn check(
    kind: Kind,
    owner: &str,
    chain: &wire::Chain,
    layouts: &HashMap<Digest, Arc<Layout>>,
    clamped: &mut Vec<Clamped>,
) -> Outcome<Checked> {
    let grower = Grower::new(chain);
    let devices = if kind == Kind::Device { grower.alone() } else { grower.owner(owner) }?;
    let named = named(chain, layouts)?;
    let mut values = real_values(chain)?;
    let mut start = 0;
    let mut own = Vec::with_capacity(chain.devices.len());
    let mut starts = Vec::with_capacity(chain.devices.len());
    for (index, row) in chain.devices.iter().enumerate() {
        let layout = layout_of(row, &named).at(index).at("devices")?;
        let end = start + layout.parameters().len();
        clamp(row, &layout, &mut values[start..end], clamped);
        own.push(layout);
        starts.push(start);
        start = end;
    }
    if start != values.len() || chain.flags.0.len() != values.len() {
        let (found, flags) = (values.len(), chain.flags.0.len());
        let message = format!("the devices have {start} parameters, but there are {found} values and {flags} flags");
        return Err(invalid(message).at("values"));
    }
    Ok(Checked { devices, layouts: own, starts, values })
}

/// The layouts in the order in which they are named.
fn named(chain: &wire::Chain, layouts: &HashMap<Digest, Arc<Layout>>) -> Outcome<Vec<Arc<Layout>>> {
    let find = |(index, digest)| {
        let unknown = || Refusal::new(Code::UnknownLayout, "this layout is not among those given");
        layouts.get(digest).map(Arc::clone).ok_or_else(unknown).at(index)
    };
    chain.layouts.0.0.iter().enumerate().map(find).collect::<Outcome<_>>().at("layouts")
}

fn layout_of(row: &ChainDevice, named: &[Arc<Layout>]) -> Outcome<Arc<Layout>> {
    let found = usize::try_from(row.layout.0).ok().and_then(|place| named.get(place));
    let Some(layout) = found else {
        return Err(invalid(format!("there is no layout {}, only {}", row.layout.0, named.len())).at("layout"));
    };
    if usize::try_from(row.parameters) == Ok(layout.parameters().len()) {
        return Ok(Arc::clone(layout));
    }
    let expected = layout.parameters().len();
    Err(invalid(format!("its layout has {expected} parameters, the device {}", row.parameters)).at("parameters"))
}

/// The values of all parameters as they stand, guarded or not.
fn real_values(chain: &wire::Chain) -> Outcome<Vec<f64>> {
    let mut values = chain.values.0.clone();
    for (index, loose) in chain.loose.0.iter().enumerate() {
        match usize::try_from(loose.place).ok().and_then(|place| values.get_mut(place)) {
            Some(value) => *value = loose.value,
            None => return Err(invalid(format!("there is no parameter {}", loose.place)).at(index).at("loose")),
        }
    }
    Ok(values)
}

/// Notes what a snapshot must say otherwise, and replaces what is no number at all.
fn clamp(row: &ChainDevice, layout: &Layout, values: &mut [f64], clamped: &mut Vec<Clamped>) {
    for (index, (value, parameter)) in values.iter_mut().zip(layout.parameters()).enumerate() {
        let nearest = nearest(*value, parameter);
        if nearest.to_bits() != value.to_bits() {
            clamped.push(Clamped {
                device: row.id.to_string(),
                index,
                name: layout.name(parameter).to_owned(),
                found: *value,
                kept: nearest,
            });
            if !value.is_finite() {
                *value = nearest;
            }
        }
    }
}

/// The mixer of an owner must be made of numbers.
fn check_levels(rows: &Rows) -> Outcome<()> {
    if let Some(mixer) = &rows.chain().mixer {
        check_level(&mixer.volume).at("volume").at("mixer")?;
        check_level(&mixer.pan).at("pan").at("mixer")?;
        for (name, level) in [("cue_volume", &mixer.cue_volume), ("crossfader", &mixer.crossfader)] {
            if let Some(level) = level {
                check_level(level).at(name).at("mixer")?;
            }
        }
    }
    if let Some(track) = rows.track() {
        check_level(&track.volume).at("volume")?;
        check_level(&track.pan).at("pan")?;
        if !(-1..=i64::from(u8::MAX)).contains(&track.monitoring) {
            return Err(invalid(format!("expected the number of a choice, found {}", track.monitoring)))
                .at("monitoring");
        }
        for (index, send) in track.sends.iter().enumerate() {
            check_level(&send.level).at(index).at("sends")?;
        }
    }
    Ok(())
}

fn check_level(level: &Level) -> Outcome<()> {
    let numbers = [level.minimum, level.maximum, real(level)];
    if numbers.iter().all(|number| number.is_finite()) { Ok(()) } else { Err(invalid("not a finite number")) }
}

/// A control's value as it stands, guarded or not.
pub(super) fn real(level: &Level) -> f64 {
    level.now.0.unwrap_or(level.value)
}
