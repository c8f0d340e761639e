"""Routings of a file are shown by the object model: tracks by their ids, ports by their names, Live's labels."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from countin.sim.document import SetDocument
from countin.sim.files import read_set
from countin.sim.world import World
from sim.files import shown_routes
from sim.files.small_files import device, main_track, number, small_set, track

BLOCKS = {"AudioIn": "AudioInput", "MidiIn": "MidiInput", "AudioOut": "AudioOutput", "MidiOut": "MidiOutput"}


def routed(text: str, target: str, upper: str = "", lower: str = "") -> str:
    """A track, or the main track, with one routing more."""
    tag = f"{BLOCKS[target.partition('/')[0]]}Routing"
    block = (
        f'<{tag}><Target Value="{target}"/><UpperDisplayString Value="{upper}"/>'
        f'<LowerDisplayString Value="{lower}"/></{tag}>'
    )
    return text.replace("<Mixer>", f"{block}<Mixer>", 1)


def opened(folder: Path, tracks: str, main: str = "") -> tuple[World, SetDocument]:
    """A world with a Set of these tracks."""
    path = folder / "Routed.als"
    path.write_bytes(small_set(tracks=tracks, main=main))
    document = read_set(path)
    assert document.warnings == ()
    return World(document), document


SIDES = {
    "AudioIn": (shown_routes.audio_input, "AudioTrack"),
    "MidiIn": (shown_routes.midi_input, "MidiTrack"),
    "AudioOut": (shown_routes.audio_output, "AudioTrack"),
    "MidiOut": (shown_routes.midi_output, "MidiTrack"),
}
TARGETS = [
    ("AudioIn/External/S0", "Ext. In", "1/2"),
    ("AudioIn/External/S1", "Ext. In", "3/4"),
    ("AudioIn/External/M0", "Ext. In", "1"),
    ("AudioIn/External/M7", "Ext. In", "8"),
    ("AudioIn/None", "No Input", ""),
    ("AudioIn/Main", "Resampling", ""),
    ("AudioIn/Track.23/TrackOut", "Twin", "Post Mixer"),
    ("AudioIn/Track.23/PreFxOut", "Twin", "Pre FX"),
    ("AudioIn/Track.11/PostFxOut", "Twin", "Post FX"),
    ("MidiIn/External.All/-1", "All Ins", "All Channels"),
    ("MidiIn/External.All/3", "All Ins", "Ch. 4"),
    ("MidiIn/External.Dev:Pads/Left/-1", "Pads/Left", "All Channels"),
    ("MidiIn/External.Dev:Pads/9", "Pads", "Ch. 10"),
    ("MidiIn/None", "No Input", "All Channels"),
    ("MidiIn/Track.11/TrackOut", "Twin", "Post Mixer"),
    ("AudioOut/Main", "Main", ""),
    ("AudioOut/None", "Sends Only", ""),
    ("AudioOut/External/S2", "Ext. Out", "5/6"),
    ("AudioOut/Track.23/TrackIn", "Twin", "Track In"),
    ("MidiOut/None", "No Output", "All Channels"),
    ("MidiOut/External.Dev:Synth/2", "Synth", "Ch. 3"),
    ("MidiOut/Track.11/TrackIn", "Twin", "Track In"),
]


@pytest.mark.parametrize(("target", "kind", "channel"), TARGETS)
def test_each_end_is_shown_with_its_labels_and_can_be_chosen_again(
    target: str, kind: str, channel: str, tmp_path: Path
) -> None:
    side = target.partition("/")[0]
    say, tag = SIDES[side]
    twins = track("AudioTrack", 11, "Twin") + track("AudioTrack", 23, "Twin")
    world, document = opened(tmp_path, twins + routed(track(tag, 40, "Here"), target))
    here, way = world.song.tracks[2], "output" if side.endswith("Out") else "input"
    assert say(world.song, document, here) == target
    chosen, where = getattr(here, f"{way}_routing_type"), getattr(here, f"{way}_routing_channel")
    assert (chosen.display_name, where.display_name) == (kind, channel)
    assert chosen in [*getattr(here, f"available_{way}_routing_types")]
    assert where in [*getattr(here, f"available_{way}_routing_channels")]
    setattr(here, f"{way}_routing_channel", where)
    setattr(here, f"{way}_routing_type", chosen)
    assert getattr(here, f"{way}_routing_type") == chosen


def test_a_routed_track_is_followed_when_it_is_renamed_and_left_when_it_is_deleted(tmp_path: Path) -> None:
    twins = track("AudioTrack", 11, "Twin") + track("AudioTrack", 23, "Twin")
    world, _ = opened(tmp_path, twins + routed(track("AudioTrack", 40, "Here"), "AudioIn/Track.23/TrackOut", "old"))
    song: Any = world.song
    here = song.tracks[2]
    song.tracks[1].name = "Renamed"
    assert (here.current_input_routing, here.current_input_sub_routing) == ("Renamed", "Post Mixer")
    assert here.input_routing_type.attached_object == song.tracks[1]
    song.delete_track(1)
    assert here.current_input_routing == "Ext: Ext. In"
    song.undo()
    world.advance(0.1)
    assert song.tracks[2].current_input_routing == "Renamed"


def test_a_tap_in_a_rack_and_a_missing_port_keep_the_labels_of_the_file(tmp_path: Path) -> None:
    tap = "AudioIn/Track.11/DeviceOut.1.B57,PostFxOut"
    tracks = track("MidiTrack", 11, "Drums") + routed(
        track("AudioTrack", 40, "Kick"), tap, "Drums", "Rack | A | Post FX"
    )
    tracks += routed(track("MidiTrack", 41, "Pads"), "MidiIn/External.Dev:Grid {7}/-1", "Grid", "All Channels")
    tracks += routed(track("AudioTrack", 42, "Lost"), "AudioIn/Track.99/TrackOut", "Gone", "Post Mixer")
    world, _ = opened(tmp_path, tracks)
    kick, pads, lost = world.song.tracks[1:4]
    assert (kick.current_input_routing, kick.current_input_sub_routing) == ("Drums", "Rack | A | Post FX")
    assert "Rack | A | Post FX" in [*kick.input_sub_routings]
    assert (pads.current_input_routing, pads.current_input_sub_routing) == ("Grid", "")
    assert lost.current_input_routing == "Gone"
    pads.current_input_routing = "All Ins"
    assert "Grid" not in [*pads.input_routings]


def test_the_output_that_counts_is_of_sound_as_soon_as_there_is_an_instrument(tmp_path: Path) -> None:
    both = routed(routed(track("MidiTrack", 40, "Keys"), "MidiOut/External.Dev:Synth/0"), "AudioOut/External/S1")
    world, document = opened(tmp_path, both + track("AudioTrack", 11, "Other"))
    keys = world.song.tracks[0]
    assert shown_routes.midi_output(world.song, document, keys) == "MidiOut/External.Dev:Synth/0"
    keys.insert_device("Operator")
    world.advance(0.1)
    assert shown_routes.audio_output(world.song, document, keys) == "AudioOut/External/S1"


def test_a_member_that_goes_past_its_group_and_a_main_track_on_other_outputs_are_shown(tmp_path: Path) -> None:
    member = routed(
        track("AudioTrack", 12, "In", group=10, devices=device("Reverb", number("Size", 1))), "AudioOut/Main"
    )
    group = track("GroupTrack", 10, "Band") + member + track("AudioTrack", 13, "With", group=10)
    world, _ = opened(tmp_path, group, main=routed(main_track(), "AudioOut/External/S1"))
    song = world.song
    past, with_group = song.tracks[1:3]
    assert (past.output_routing_type.category, with_group.output_routing_type.category) == (3, 5)
    assert song.master_track.output_routing_channel.display_name == "3/4"
    song.master_track.name = "Mix"
    assert past.output_routing_type.display_name == "Mix"
