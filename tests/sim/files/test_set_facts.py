"""Tracks, mixers, clips, notes and device trees of the reference sets are what an independent reader found."""

from __future__ import annotations

import string
from collections.abc import Callable
from typing import Any

import pytest

from countin.sim.document import ChainDocument, ClipDocument, DeviceDocument, SetDocument, TrackDocument
from countin.sim.files.curves import clip_gain_position, send_position, volume_position
from countin.sim.files.fields import single
from sim.files.references import SETS

Facts = dict[str, Any]
BEATS = 1e-6


def near(value: float) -> Any:
    """Facts are printed with nine digits."""
    return pytest.approx(value, rel=1e-6, abs=1e-6)


@pytest.mark.parametrize("name", SETS)
def test_tempo_signature_loop_locators_and_names_are_the_oracles(
    name: str, reference_set: Callable[[str], SetDocument], facts: Callable[[str], Facts]
) -> None:
    document, found = reference_set(name), facts(name)
    assert document.tempo == single(found["tempo"])
    assert "{}/{}".format(*document.signature) == found["signature"]
    assert [document.loop, document.loop_start, document.loop_length] == [
        found["loop"][0],
        *map(near, found["loop"][1:]),
    ]
    assert [[cue.time, cue.name] for cue in document.cues] == [[near(time), text] for time, text in found["locators"]]
    assert [groove.name for groove in document.grooves] == found["grooves"]
    named = ["" if scene == f" {index}" else scene for index, scene in enumerate(found["scenes"], 1)]
    assert [scene.name for scene in document.scenes] == named
    assert document.saved_by == found["creator"]


@pytest.mark.parametrize("name", SETS)
def test_every_track_is_the_oracles(
    name: str, reference_set: Callable[[str], SetDocument], facts: Callable[[str], Facts]
) -> None:
    document = reference_set(name)
    every = [*document.tracks, *document.returns, document.main]
    found = facts(name)["tracks"]
    assert [track.kind for track in every] == [track["type"] for track in found]
    for number, (track, fact) in enumerate(zip(every, found, strict=True)):
        _check_track(track, fact, number)
    returns = len(document.returns)
    assert {len(track.sends) for track in every[:-1]} <= {returns}
    assert {len(track.slots) for track in document.tracks} <= {len(document.scenes)}


def _check_track(track: TrackDocument, fact: Facts, number: int) -> None:
    _check_name(track, fact, number)
    assert track.color_index == fact["color"]
    assert track.group == fact["group"]
    assert (track.mute, track.solo, track.arm) == (fact["mute"], fact["solo"], fact.get("arm", False))
    assert track.monitoring == fact.get("monitor", 1)
    assert track.volume == near(volume_position(fact["volume"]))
    assert track.pan == near(fact["pan"])
    assert list(track.sends) == [near(send_position(gain)) for gain in fact["sends"]]
    assert [[index, clip] for index, clip in enumerate(track.slots) if clip] == [
        [index, IsClip(clip)] for index, clip in fact.get("session_clips", [])
    ]
    arranged = sorted(fact.get("arrangement_clips", []), key=lambda clip: clip["start"])
    assert list(track.arrangement) == [IsClip(clip) for clip in arranged]
    assert sum(len(clips) for _, clips in track.take_lanes) == fact.get("take_lane_clips", 0)
    _check_devices(track.devices, fact["devices"])
    moving = [path for path, _ in fact.get("automation", [])]
    assert bool(track.automated or any(_moves(device) for device in track.devices)) == bool(moving)


def _moves(device: DeviceDocument) -> bool:
    chains = (*device.chains, *device.return_chains)
    return bool(device.automated) or any(_moves(inner) for chain in chains for inner in chain.devices)


def _check_name(track: TrackDocument, fact: Facts, number: int) -> None:
    """The name as Live shows it, with what Live adds by itself."""
    shown = fact["name"]
    if not shown or track.kind == "main":
        return  # Live 8 stores no made-up name, and what the main track is called is the version's
    if track.kind == "return":
        name = track.name or (track.devices[0].name if track.devices else "Return")
        assert shown.endswith(f"-{name}")
    elif track.name is None:
        assert shown == f"{number + 1}-{ {'midi': 'MIDI', 'audio': 'Audio', 'group': 'Group'}[track.kind] }"
    else:
        assert track.name == shown


class IsClip:
    """Equal to a ClipDocument that agrees with the facts of a clip."""

    def __init__(self, fact: Facts) -> None:
        self.fact = fact

    def __repr__(self) -> str:
        return f"IsClip({self.fact})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, ClipDocument) and self._general(other) and self._special(other)

    def _general(self, clip: ClipDocument) -> bool:
        fact = self.fact
        start = fact["loop"][0] + (fact["start_rel"] if fact["loop_on"] else 0)
        return (
            (clip.kind, clip.name, clip.looping, clip.muted)
            == (fact["type"], fact["name"], fact["loop_on"], fact["muted"])
            and [clip.loop_start, clip.loop_end] == [near(beat) for beat in fact["loop"]]
            and clip.start_marker == near(start)
            and clip.end_marker == near(fact["out"])
            and (clip.end_time == 0.0 or (clip.start_time, clip.end_time) == (near(fact["start"]), near(fact["end"])))
            and clip.envelope_count >= fact.get("envelopes", 0)
        )

    def _special(self, clip: ClipDocument) -> bool:
        fact = self.fact
        if clip.kind == "midi":
            return (
                len(clip.notes) == fact["notes"]
                and sum(note.pitch for note in clip.notes) == fact["pitch_sum"]
                and sum(note.start for note in clip.notes) == pytest.approx(fact["time_sum"], abs=1e-3)
                and sum(note.duration for note in clip.notes) == pytest.approx(fact["duration_sum"], abs=1e-3)
                and sum(note.velocity for note in clip.notes) == pytest.approx(fact["velocity_sum"], abs=0.1)
            )
        return (
            clip.file_path is not None
            and clip.file_path.endswith(fact["sample"])
            and (clip.warping, clip.warp_mode, len(clip.warp_markers))
            == (fact["warped"], fact["warp_mode"], fact["warp_markers"])
            and clip.gain == near(clip_gain_position(fact["gain"]))
            and [clip.pitch_coarse, clip.pitch_fine] == [near(part) for part in fact["pitch"]]
        )


def _check_devices(devices: tuple[DeviceDocument, ...], facts: list[Facts]) -> None:
    assert [device.layout.class_name for device in devices] == [fact["class"] for fact in facts]
    for device, fact in zip(devices, facts, strict=True):
        if "name" in fact:
            assert device.name == fact["name"]
        assert device.layout.parameters[0].name == "Device On"
        assert device.values[0] == float(fact["on"])
        _check_rack(device, fact)


def _check_rack(device: DeviceDocument, fact: Facts) -> None:
    macros = [[layout.name, value] for layout, value in zip(device.layout.parameters, device.values, strict=True)]
    shown = [[name, near(value)] for name, value in fact.get("macros", [])]
    assert macros[1 : 1 + len(shown)] == shown
    assert device.variation_count == len(fact.get("variations", []))
    for chains, chain_facts in (
        (device.chains, fact.get("chains", [])),
        (device.return_chains, fact.get("return_chains", [])),
    ):
        letters = string.ascii_uppercase if chains is device.return_chains else ""
        for index, (chain, chain_fact) in enumerate(zip(chains, chain_facts, strict=True)):
            shown = f"{letters[index]} {chain.name}" if letters else chain.name
            assert chain_fact["name"] in ("", shown)
            _check_chain(chain, chain_fact)


def _check_chain(chain: ChainDocument, fact: Facts) -> None:
    mixer = fact["mixer"]
    assert (chain.volume, chain.pan) == (near(volume_position(mixer["volume"])), near(mixer["pan"]))
    assert chain.mute is not mixer["active"]
    assert list(chain.sends) == [near(send_position(gain)) for gain in mixer.get("sends", [])]
    if "note" in fact:
        in_note = -1 if fact["note"] is None else fact["note"]
        assert (chain.in_note, chain.out_note, chain.choke_group) == (in_note, fact["out_note"], fact["choke"])
    _check_devices(chain.devices, fact["devices"])
