//! Where in a part something stands: `device-1/chain-2/device-0`, and the same in names.

use super::model::{Chain, ChainList, Device};
use super::part::Part;

/// A place that moves with a walk. Device ids are those within one track, as the bridge gives them.
pub(super) struct Place<'s> {
    /// The name of the track, where the part is one.
    track: Option<&'s str>,
    ids: String,
    names: Vec<&'s str>,
}

/// Where a place was before it moved on.
pub(super) struct Mark(usize);

impl<'s> Place<'s> {
    /// The place of the owner itself.
    pub(super) fn of(part: &'s Part<'_>) -> Self {
        Self { track: part.track().map(|track| &*track.name), ids: String::new(), names: Vec::new() }
    }

    pub(super) fn enter_device(&mut self, index: usize, device: &'s Device<'_>) -> Mark {
        self.enter("device-", index, device.shown_name())
    }

    pub(super) fn enter_chain(&mut self, list: ChainList, index: usize, chain: &'s Chain<'_>) -> Mark {
        self.enter(list.path_name(), index, &chain.name)
    }

    fn enter(&mut self, kind: &str, index: usize, name: &'s str) -> Mark {
        let mark = Mark(self.ids.len());
        if !self.ids.is_empty() {
            self.ids.push('/');
        }
        self.ids.push_str(kind);
        self.ids.push_str(itoa::Buffer::new().format(index));
        self.names.push(name);
        mark
    }

    #[allow(clippy::needless_pass_by_value)] // a mark is used once
    pub(super) fn leave(&mut self, mark: Mark) {
        self.ids.truncate(mark.0);
        self.names.pop();
    }

    /// The ids.
    pub(super) fn ids(&self) -> &str {
        &self.ids
    }

    /// The ids and the names, for a message.
    pub(super) fn in_words(&self) -> String {
        let names = || format!("{} ({})", self.ids, self.names.join(" > "));
        match (self.track, self.names.is_empty()) {
            (None, true) => "the device chain".to_owned(),
            (None, false) => names(),
            (Some(track), true) => format!("the track {track:?}"),
            (Some(track), false) => format!("{} of the track {track:?}", names()),
        }
    }
}

/// Adds the path of each device of a part, a rack before what it holds.
pub(super) fn device_paths(part: &Part<'_>, paths: &mut Vec<String>) {
    add_paths(&part.devices, &mut Place::of(part), paths);
}

fn add_paths<'s>(devices: &'s [Device<'_>], place: &mut Place<'s>, paths: &mut Vec<String>) {
    for (index, device) in devices.iter().enumerate() {
        let mark = place.enter_device(index, device);
        paths.push(place.ids().to_owned());
        for (list, chains) in device.chain_lists() {
            for (index, chain) in chains.iter().enumerate() {
                let mark = place.enter_chain(list, index, chain);
                add_paths(&chain.devices, place, paths);
                place.leave(mark);
            }
        }
        place.leave(mark);
    }
}
