"""Tracks as documents: names, mixer, slots, arrangement, take lanes, devices."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from xml.etree.ElementTree import Element

from countin.sim.document import ClipDocument, DeviceDocument, RoutingDocument, TrackDocument, TrackKind
from countin.sim.files.automation import mixer_members, read_automation
from countin.sim.files.clip_envelopes import TrackTargets
from countin.sim.files.clips import CLIP_KINDS, ClipReader
from countin.sim.files.colors import color_index
from countin.sim.files.devices import DeviceReader
from countin.sim.files.fields import Fields, children, whole_or_none
from countin.sim.files.layouts import LayoutBook
from countin.sim.files.mixers import fitted_sends, is_muted, mixer_value, pan_of, track_sends, volume_of
from countin.sim.files.opening import TrackNode

KINDS: dict[str, TrackKind] = {
    "MidiTrack": "midi",
    "AudioTrack": "audio",
    "GroupTrack": "group",
    "ReturnTrack": "return",
    "MainTrack": "main",
    "MasterTrack": "main",
}
STOPPED, MOST_SLOTS = -2, 1_000_000
KIND_NAMES: dict[TrackKind, str] = {
    "midi": "MIDI",
    "audio": "Audio",
    "group": "Group",
    "return": "Return",
    "main": "Main",
}
SESSION_PATH = "MainSequencer/ClipSlotList"
ARRANGEMENT_PATHS = (
    "MainSequencer/ClipTimeable/ArrangerAutomation/Events",
    "MainSequencer/Sample/ArrangerAutomation/Events",
)


@dataclass(frozen=True, slots=True)
class TrackReader:
    """Turns the track nodes of one file into documents. `groups` gives the place of a group's id among the tracks."""

    book: LayoutBook
    fields: Fields
    clips: ClipReader
    scene_count: int
    return_count: int
    groups: Mapping[str, int]

    def track(self, node: TrackNode, position: int) -> TrackDocument:
        """A track; `position` counts from 0 among its own kind of list: tracks, or returns."""
        fields, kind = self.fields, KINDS[node.tag]
        automation = read_automation(node, fields)
        reader = DeviceReader(self.book, fields, automation.targets)
        devices = tuple(reader.device(device) for device in node.devices)
        slots = self._slots(node) if kind in ("midi", "audio", "group") else ()
        arrangement = self._arrangement(node)
        sequencer = node.chain.find("MainSequencer")
        crossfade = mixer_value(node.mixer, "CrossFadeState", fields)
        return TrackDocument(
            kind=kind,
            name=_name(node, position, devices, (*slots, *arrangement), fields),
            color_index=color_index(node.element, fields) or 0,
            group=self._group(node, position) if kind in ("midi", "audio", "group") else None,
            fold=kind == "group" and not fields.truth(node.element, "TrackUnfolded", True),
            volume=volume_of(node.mixer, fields),
            pan=pan_of(node.mixer, "Pan", fields),
            sends=() if kind == "main" else fitted_sends(track_sends(node.mixer, fields), self.return_count),
            mute=is_muted(node.mixer, fields),
            solo=fields.truth(node.mixer, "SoloSink"),
            arm=fields.truth(sequencer, "Recorder/IsArmed"),
            monitoring=fields.whole(sequencer, "MonitoringEnum", 1, 0, 2),
            crossfade_assign=int(crossfade) if crossfade in (0.0, 1.0, 2.0) else 1,
            frozen=fields.truth(node.element, "Freeze"),
            devices=devices,
            slots=slots,
            arrangement=arrangement,
            take_lanes=self._take_lanes(node.element),
            crossfader=pan_of(node.mixer, "CrossFade", fields) if kind == "main" else 0.0,
            automated=mixer_members(node, automation.targets),
            automation=automation.lines,
            audio_input=_routing(node.chain, "AudioInputRouting", fields),
            midi_input=_routing(node.chain, "MidiInputRouting", fields),
            audio_output=_routing(node.chain, "AudioOutputRouting", fields),
            midi_output=_routing(node.chain, "MidiOutputRouting", fields),
            playing_slot=fields.whole(node.element, "SavedPlayingSlot", -1, STOPPED, MOST_SLOTS),
            saved_id=whole_or_none(node.element.get("Id", "")),
        )

    def _group(self, node: TrackNode, position: int) -> int | None:
        """A group stands before its members: an id that points elsewhere is a fault of the file."""
        group = self.groups.get(self.fields.text(node.element, "TrackGroupId", "-1"))
        if group is not None and group >= position:
            self.fields.warn(f"track {node.number} names a group that does not stand before it: read as ungrouped")
            return None
        return group

    def _slots(self, node: TrackNode) -> tuple[ClipDocument | None, ...]:
        slots: list[ClipDocument | None] = []
        targets = TrackTargets(node, self.book, self.fields)
        for slot in children(node.chain.find(SESSION_PATH)):
            held = slot.find("ClipSlot/Value")
            clip = next(iter(self.clips.clips(children(held), "session")), None)
            if clip is not None and clip.envelope_count:
                stated = next(element for element in children(held) if element.tag in CLIP_KINDS)
                clip = replace(clip, envelopes=targets.envelopes(stated))
            slots.append(clip)
        if any(slots[self.scene_count :]):
            self.fields.warn(f"track {node.number} has clips below the last scene: left out")
        return (*slots[: self.scene_count], *(None for _ in range(self.scene_count - len(slots))))

    def _arrangement(self, node: TrackNode) -> tuple[ClipDocument, ...]:
        clips = [clip for path in ARRANGEMENT_PATHS for clip in self._events(node.chain.find(path), "arrangement")]
        return tuple(sorted(clips, key=lambda clip: clip.start_time))

    def _events(self, events: Element | None, tally: str) -> tuple[ClipDocument, ...]:
        return self.clips.clips(children(events), "take" if tally == "take" else "arrangement")

    def _take_lanes(self, track: Element) -> tuple[tuple[str, tuple[ClipDocument, ...]], ...]:
        return tuple(
            (self.fields.text(lane, "Name"), self._events(lane.find("ClipAutomation/Events"), "take"))
            for lane in track.findall("TakeLanes/TakeLanes/TakeLane")
        )


def _name(
    node: TrackNode,
    position: int,
    devices: tuple[DeviceDocument, ...],
    clips: tuple[ClipDocument | None, ...],
    fields: Fields,
) -> str | None:
    """None where Live counts: `1-MIDI`, or a return that is called after its first device. Returns lose their letter,
    which Live puts before any name they have. Where Live 8 stored no made-up name, one is made up as Live does."""
    kind = KINDS[node.tag]
    user = fields.text(node.element, "Name/UserName")
    shown = fields.text(node.element, "Name/EffectiveName") or user.replace("#", str(position + 1))
    if kind == "main":
        return user or None
    prefix = f"{chr(ord('A') + position % 26)}-" if kind == "return" else f"{position + 1}-"
    if not shown:
        stem = next((clip.name for clip in clips if clip is not None and clip.name), "")
        stem = devices[0].name if devices else stem
        shown = prefix + (stem or KIND_NAMES[kind])
    if kind == "return":
        return _return_name(shown.removeprefix(prefix), user, devices)
    return None if not user and shown == prefix + KIND_NAMES[kind] else shown


def _return_name(name: str, user: str, devices: tuple[DeviceDocument, ...]) -> str | None:
    automatic = devices[0].name if devices else KIND_NAMES["return"]
    return None if not user and name == automatic else name


def _routing(chain: Element, tag: str, fields: Fields) -> RoutingDocument | None:
    """One of the four routings of a track, as it stands; None where the file has none."""
    block = chain.find(tag)
    if block is None:
        return None
    return RoutingDocument(
        fields.text(block, "Target"),
        fields.text(block, "UpperDisplayString"),
        fields.text(block, "LowerDisplayString"),
    )
