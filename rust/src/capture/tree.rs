//! The rows of a capture made into a tree: each row must stand where its id says, in Live's order.

use std::borrow::Cow;
use std::ops::Range;

use crate::errors::{At, Outcome};
use crate::snapshot::model::{Chain, ChainList, ChainMixer, Device, NoteRouting, Pad};
use crate::wire::{self, CapturedChain, ChainDevice, has, invalid};

/// How many racks may stand within each other; a snapshot of more could not be read again.
const MAX_RACKS: usize = 100;

/// A chain's mixer with the values as they stand, guarded or not.
pub(super) struct Faders {
    pub(super) volume: f64,
    pub(super) pan: f64,
    pub(super) sends: Vec<f64>,
}

/// The values of a chain's mixer as they stand.
pub(super) fn faders(row: &CapturedChain) -> Outcome<Faders> {
    let (mut volume, mut pan, mut sends) = (row.volume, row.pan, row.sends.clone());
    for (index, loose) in row.masked.0.iter().enumerate() {
        match (loose.place, usize::try_from(loose.place)) {
            (0, _) => volume = loose.value,
            (1, _) => pan = loose.value,
            (_, Ok(place)) if place - 2 < sends.len() => sends[place - 2] = loose.value,
            (place, _) => return Err(invalid(format!("the chain has no fader {place}"))).at(index).at("masked"),
        }
    }
    finite("volume", &[volume])?;
    finite("pan", &[pan])?;
    finite("sends", &sends)?;
    Ok(Faders { volume, pan, sends })
}

fn finite(name: &str, values: &[f64]) -> Outcome<()> {
    if values.iter().all(|value| value.is_finite()) { Ok(()) } else { Err(invalid("not a finite number")).at(name) }
}

/// The columns and flags that belong to a chain's controls must be there for all of them.
fn check_chain(row: &CapturedChain) -> Outcome<()> {
    let bounds = |name: &str, ranges: &[f64], expected: usize| {
        finite(name, ranges)?;
        if ranges.len() == expected {
            return Ok(());
        }
        Err(invalid(format!("expected {expected} bounds, found {}", ranges.len()))).at(name)
    };
    let of = |bit: i64| if row.has & bit != 0 { 2 } else { 0 };
    if of(has::VOLUME) > 0 {
        bounds("volume_range", &row.volume_range.0, 2)?;
    }
    if of(has::PAN) > 0 {
        bounds("pan_range", &row.pan_range.0, 2)?;
    }
    bounds("send_ranges", &row.send_ranges.0, 2 * row.sends.len())?;
    if row.sends_enabled.len() == row.sends.len() {
        return Ok(());
    }
    let (expected, found) = (row.sends.len(), row.sends_enabled.len());
    Err(invalid(format!("expected {expected} flags, found {found}"))).at("sends_enabled")
}

/// Makes the tree of one owner's devices.
pub(super) struct Grower<'r> {
    rows: &'r wire::Chain,
    devices: usize,
    chains: usize,
    pads: usize,
    parameters: usize,
}

impl<'r> Grower<'r> {
    pub(super) fn new(rows: &'r wire::Chain) -> Self {
        Self { rows, devices: 0, chains: 0, pads: 0, parameters: 0 }
    }

    /// All devices of the owner.
    pub(super) fn owner(mut self, owner: &str) -> Outcome<Vec<Device<'static>>> {
        let devices = self.list(owner, ':', 0)?;
        used("devices", self.devices, self.rows.devices.len())?;
        used("chains", self.chains, self.rows.chains.len())?;
        used("pads", self.pads, self.rows.pads.len())?;
        Ok(devices)
    }

    /// The one device that was asked for, without what is in it.
    pub(super) fn alone(mut self) -> Outcome<Vec<Device<'static>>> {
        let [row] = &*self.rows.devices else {
            return Err(invalid(format!("expected one device, found {}", self.rows.devices.len()))).at("devices");
        };
        let parameters = self.parameters(row).at(0).at("devices")?;
        Ok(vec![device(row, 0, parameters, None, None, None)])
    }

    fn list(&mut self, home: &str, separator: char, depth: usize) -> Outcome<Vec<Device<'static>>> {
        let mut devices = Vec::new();
        while let Some(row) = self.rows.devices.get(self.devices)
            && is_child(&row.id, home, separator, "device-", devices.len())
        {
            let place = self.devices;
            devices.push(self.device(row, depth).at(place).at("devices")?);
        }
        Ok(devices)
    }

    fn device(&mut self, row: &ChainDevice, depth: usize) -> Outcome<Device<'static>> {
        if depth > MAX_RACKS {
            return Err(invalid(format!("more than {MAX_RACKS} racks within each other")).at("id"));
        }
        let ordinal = self.devices;
        self.devices += 1;
        let parameters = self.parameters(row)?;
        let pads = self.pads(row).at("pads")?;
        let chains = self.chains(row, ChainList::Chains, row.chains, depth)?;
        let return_chains = self.chains(row, ChainList::ReturnChains, row.return_chains, depth)?;
        if chains.is_some() != return_chains.is_some() {
            return Err(invalid("there are both lists of chains or none").at("return_chains"));
        }
        Ok(device(row, ordinal, parameters, chains, return_chains, pads))
    }

    fn parameters(&mut self, row: &ChainDevice) -> Outcome<Range<usize>> {
        let start = self.parameters;
        let count = usize::try_from(row.parameters).ok();
        let end = count.and_then(|count| start.checked_add(count)).filter(|end| *end <= self.rows.values.0.len());
        let Some(end) = end else {
            return Err(invalid(format!("{} parameters are not in the column", row.parameters)).at("parameters"));
        };
        self.parameters = end;
        Ok(start..end)
    }

    fn pads(&mut self, row: &ChainDevice) -> Outcome<Option<Vec<Pad>>> {
        if row.pads < 0 {
            return Ok(None);
        }
        let rest = &self.rows.pads[self.pads..];
        let own: Vec<_> = rest.iter().take_while(|pad| pad.device == row.id).collect();
        if usize::try_from(row.pads) != Ok(own.len()) {
            return Err(invalid(format!("expected {} pads, found {}", row.pads, own.len())));
        }
        self.pads += own.len();
        own.into_iter().map(pad).collect::<Outcome<_>>().map(Some)
    }

    fn chains(
        &mut self,
        row: &ChainDevice,
        list: ChainList,
        count: i64,
        depth: usize,
    ) -> Outcome<Option<Vec<Chain<'static>>>> {
        let Ok(count) = usize::try_from(count) else { return Ok(None) };
        let mut chains = Vec::new();
        for index in 0..count {
            let place = self.chains;
            let Some(chain) = self.rows.chains.get(place) else {
                return Err(invalid(format!("expected {count}, found {index}")).at(list.member()));
            };
            if !is_child(&chain.id, &row.id, '/', list.path_name(), index)
                || chain.is_return != (list == ChainList::ReturnChains)
            {
                return Err(invalid("this chain does not stand where its id says").at(place).at("chains"));
            }
            self.chains += 1;
            chains.push(self.chain(chain, depth).at(place).at("chains")?);
        }
        Ok(Some(chains))
    }

    fn chain(&mut self, row: &CapturedChain, depth: usize) -> Outcome<Chain<'static>> {
        check_chain(row)?;
        let Faders { volume, pan, sends } = faders(row)?;
        let of = |bit: i64| row.has & bit != 0;
        let mixer = ChainMixer {
            volume: of(has::VOLUME).then_some(volume),
            pan: of(has::PAN).then_some(pan),
            sends,
            mute: of(has::MUTE).then_some(row.mute),
            solo: of(has::SOLO).then_some(row.solo),
        };
        // A chain that takes all notes shows none of the 128 in Live: null, left alone.
        let note = |note: i64| u8::try_from(note).ok().filter(|note| of(has::NOTES) && *note <= 127);
        let routing = NoteRouting { input: note(row.in_note), output: note(row.out_note) };
        let devices = self.list(&row.id, '/', depth + 1)?;
        let name = Cow::Owned(row.name.0.to_string());
        Ok(Chain { name, mixer: Some(mixer), routing: Some(routing), devices })
    }
}

fn device(
    row: &ChainDevice,
    ordinal: usize,
    parameters: Range<usize>,
    chains: Option<Vec<Chain<'static>>>,
    return_chains: Option<Vec<Chain<'static>>>,
    pads: Option<Vec<Pad>>,
) -> Device<'static> {
    let own = |text: &str| Cow::Owned(text.to_owned());
    let (name, class_name, kind) = (own(&row.name), own(&row.class_name), own(&row.r#type));
    Device { name, class_name, kind, parameters, ordinal, chains, return_chains, pads }
}

fn pad(row: &wire::CapturedPad) -> Outcome<Pad> {
    match u8::try_from(row.note) {
        Ok(note) if note <= 127 => Ok(Pad { note, mute: row.mute, solo: row.solo }),
        _ => Err(invalid(format!("expected a note, 0 to 127, found {}", row.note))),
    }
}

/// Whether `id` is that of the `index`-th child of this kind in `home`.
fn is_child(id: &str, home: &str, separator: char, kind: &str, index: usize) -> bool {
    let rest = id.strip_prefix(home).and_then(|rest| rest.strip_prefix(separator));
    let number = rest.and_then(|rest| rest.strip_prefix(kind));
    number.is_some_and(|number| number == itoa::Buffer::new().format(index))
}

fn used(name: &str, used: usize, there: usize) -> Outcome<()> {
    if used == there {
        return Ok(());
    }
    Err(invalid("this row does not stand where its id says, depth first and in Live's order")).at(used).at(name)
}
