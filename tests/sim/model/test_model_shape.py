"""The shape of the `Live` module: classes, vectors, enumerations, argument checks, identity."""

from __future__ import annotations

import sys
from typing import Any

import pytest

from countin.sim.kernel.errors import ArgumentError, LimitationError, NotSimulated
from countin.sim.world import World
from sim.model.model_sets import error_of, small_set, small_world, writes


def test_classes_and_modules_print_as_lives_do(world: World, song: Any) -> None:
    """LIVE_API 1.0 [RT]."""
    live: Any = world.live
    assert repr(live.Song) == "<module 'Song'>"
    assert repr(live.Song.Song) == "<class 'Song.Song'>"
    assert repr(song).startswith("<Song.Song object at 0x")
    assert isinstance(song.view, live.Song.Song.View)
    assert isinstance(song.tracks[0].devices[0], live.Device.Device)
    assert isinstance(song.tracks[2].devices[0], live.RackDevice.RackDevice)
    assert isinstance(song.tracks[2].devices[0].chains[0], live.DrumChain.DrumChain)
    assert [base.__name__ for base in live.RackDevice.RackDevice.__mro__][:3] == ["RackDevice", "Device", "LomObject"]
    assert live.Track.Track.__mro__[-2].__module__ == "Boost.Python"


def test_sub_modules_are_importable_while_installed(world: World) -> None:
    """LIVE_API 1.0: `from Live.Clip import MidiNoteSpecification` works."""
    world.install()
    try:
        import Live  # pyright: ignore[reportMissingModuleSource, reportMissingImports]
        from Live.Clip import MidiNoteSpecification  # pyright: ignore[reportMissingModuleSource, reportMissingImports]

        found: Any = Live
        assert found.Application.get_application().get_document() == world.song
        assert MidiNoteSpecification(pitch=60, start_time=0, duration=1) is not None
    finally:
        world.uninstall()
    assert "Live" not in sys.modules
    assert "Live.Clip" not in sys.modules


def test_no_class_of_the_model_can_be_made_by_a_script(world: World) -> None:
    """LIVE_API 1.0."""
    live: Any = world.live
    for kind in (live.Song.Song, live.Track.Track, live.Clip.Clip, live.Base.Vector, live.Base.StringVector):
        assert error_of(RuntimeError, kind) == "This class cannot be instantiated from Python"


def test_properties_are_attributes_of_the_class(world: World) -> None:
    """LIVE_API 4: feature tests ask the class."""
    live: Any = world.live
    assert hasattr(live.Track.Track, "insert_device")
    assert hasattr(live.DrumChain.DrumChain, "in_note")
    assert hasattr(live.Song.Song, "add_tempo_listener")
    assert not hasattr(live.Song.Song, "add_can_undo_listener")
    assert not hasattr(live.Song.Song, "sync_parameter_changes")


def test_vectors_have_the_manners_of_a_container(song: Any) -> None:
    """LIVE_API 1.0 [AOSC]."""
    tracks = song.tracks
    assert type(tracks).__name__ == "Vector"
    assert len(tracks) == 5
    assert tracks[-1] == tracks[4]
    assert [track.name for track in tracks[1:3]] == ["Band", "3-MIDI"]
    assert song.tracks[2] in tracks
    assert bool(tracks)
    assert not bool(song.return_tracks[0].clip_slots)
    assert not isinstance(tracks, (list, tuple))
    assert not hasattr(tracks, "index")
    assert error_of(IndexError, lambda: tracks[5]) == "Index out of range"
    assert error_of(IndexError, lambda: tracks[-6]) == "Index out of range"
    assert error_of(RuntimeError, lambda: tracks.append(1)) == "Cannot modify read only container."
    assert type(song.tracks[0].devices[0].parameters).__name__ == "ATimeableValueVector"
    assert type(song.scale_intervals).__name__ == "IntVector"


def test_a_read_vector_is_a_snapshot(song: Any) -> None:
    """LIVE_API 1.0."""
    before = song.scenes
    song.create_scene(-1)
    assert (len(before), len(song.scenes)) == (4, 5)


def test_enumerations_are_numbers_with_a_name(world: World, song: Any) -> None:
    """LIVE_API 1.0 [RT]."""
    kind = world.live.Song.Quantization
    assert kind.q_bar == 4
    assert str(kind.q_bar) == "q_bar"
    assert kind.names["q_bar"] is kind.values[4]
    assert not hasattr(kind, "__members__")
    song.clip_trigger_quantization = kind.q_half
    assert song.clip_trigger_quantization == 5
    assert type(song.clip_trigger_quantization) is int
    grid = song.tracks[0].clip_slots[0].clip.view.grid_quantization
    assert type(grid).__name__ == "GridQuantization"


def test_arguments_are_converted_as_boost_does(song: Any) -> None:
    """LIVE_API 1.0: a whole number is a float, a float no whole number, 1 and None are truth values, text is text."""
    song.tempo = 100
    assert song.tempo == 100.0
    song.metronome = 1
    assert song.metronome is True
    song.metronome = None
    assert song.metronome is False
    for value in (1.5, "1", None):
        assert "did not match C++ signature" in error_of(ArgumentError, lambda value=value: song.create_scene(value))
    error_of(ArgumentError, writes(song, "metronome", 0.5))
    error_of(ArgumentError, writes(song.tracks[0], "name", 5))
    error_of(ArgumentError, writes(song, "tempo", "fast"))


def test_a_mismatch_reads_as_boosts_does(song: Any) -> None:
    """LIVE_API 1.0."""
    assert error_of(ArgumentError, lambda: song.create_scene("x")) == (
        "Python argument types in\n    Song.create_scene(Song, str)\ndid not match C++ signature:\n"
        "    TWeakPtr<TPyHandle<AScene>> create_scene(TPyHandle<ASong>,int)"
    )
    clip = song.tracks[0].clip_slots[0].clip
    assert error_of(ArgumentError, writes(clip, "loop_end", "x")) == (
        "Python argument types in\n    None.None(Clip, str)\ndid not match C++ signature:\n"
        "    None(TPyHandle<AClip>, double)"
    )
    error_of(ArgumentError, song.create_scene)
    error_of(ArgumentError, lambda: song.create_scene(1, 2))
    assert issubclass(ArgumentError, TypeError)


def test_only_registered_names_are_keywords(song: Any) -> None:
    """LIVE_API 1.0: keywords keep Live's spelling."""
    assert song.create_midi_track(Index=0) == song.tracks[0]
    error_of(ArgumentError, lambda: song.create_midi_track(index=0))
    error_of(ArgumentError, lambda: song.create_scene(index=0))
    rack = song.tracks[3].devices[0]
    assert rack.insert_chain(Index=0) == rack.chains[0]


def test_closed_properties_and_unknown_names(song: Any) -> None:
    """LIVE_API 1.0: Python 3.11's text for a property that Boost made."""
    text = error_of(AttributeError, writes(song, "tracks", ()))
    assert text == "property of 'Song' object has no setter"
    error_of(AttributeError, writes(song, "can_undo", True))
    error_of(AttributeError, lambda: song.nosuch)


def test_a_property_that_does_not_apply_raises_on_reading(song: Any) -> None:
    """LIVE_API 1.0 [SES, AOSC]: hasattr does not protect."""
    assert error_of(RuntimeError, lambda: song.master_track.mute) == "Main track has no 'mute' property!"
    with pytest.raises(RuntimeError):
        hasattr(song.master_track, "solo")
    error_of(RuntimeError, lambda: song.tracks[0].fold_state)
    error_of(RuntimeError, lambda: song.tracks[0].clip_slots[0].clip.gain)


def test_handles_are_equal_and_not_the_same(song: Any) -> None:
    """LIVE_API 1.0, 5."""
    assert song.tracks[0] is not song.tracks[0]
    assert song.tracks[0] == song.tracks[0]
    assert hash(song.tracks[0]) == hash(song.tracks[0])
    assert song.tracks[0] != song.tracks[1]
    assert song.tracks[0] != song.tracks[0].mixer_device
    assert len({song.tracks[0], song.tracks[0], song.tracks[1]}) == 2


def test_wrappers_can_be_cached() -> None:
    """LIVE_API 5: whether wrappers are cached is unknown; the switch."""
    song: Any = small_world(switches={"wrappers": "cached"}).song
    assert song.tracks[0] is song.tracks[0]
    parameters = song.tracks[0].devices[0].parameters
    assert parameters[1] is song.tracks[0].devices[0].parameters[1]


def test_the_pointer_stays_when_the_index_moves(song: Any) -> None:
    """LIVE_API 1.0."""
    track, pointer = song.tracks[4], song.tracks[4]._live_ptr
    song.create_midi_track(0)
    assert song.tracks[5]._live_ptr == track._live_ptr == pointer
    parts = [
        track,
        track.view,
        track.mixer_device,
        track.mixer_device.volume,
        track.mixer_device.panning,
        *track.mixer_device.sends,
        *track.clip_slots,
    ]
    pointers = [part._live_ptr for part in parts]
    assert len(set(pointers)) == len(parts)
    assert all(0 < value < 2**63 for value in pointers)


def test_a_deleted_object_equals_none_and_refuses_any_use(song: Any) -> None:
    """LIVE_API 1.0."""
    device = song.tracks[0].devices[0]
    parameter = device.parameters[1]
    assert (device != None, device == None) == (True, False)  # noqa: E711 - Live's own validity test
    song.tracks[0].delete_device(0)
    assert (device != None, device == None) == (False, True)  # noqa: E711
    assert parameter == None  # noqa: E711
    assert "None.None(Device)" in error_of(ArgumentError, lambda: device.name)
    error_of(ArgumentError, writes(parameter, "value", 0.5))
    error_of(ArgumentError, lambda: song.move_device(device, song.tracks[0], 0))
    error_of(ArgumentError, lambda: device.add_name_listener(print))


def test_the_parent_of_everything_is_found(song: Any) -> None:
    """LIVE_API 1: canonical_parent."""
    track = song.tracks[2]
    rack = track.devices[0]
    chain = rack.chains[0]
    assert song.canonical_parent is None
    assert track.canonical_parent == song.scenes[0].canonical_parent == song
    assert track.clip_slots[0].canonical_parent == track
    assert track.clip_slots[1].clip.canonical_parent == track.clip_slots[1]
    assert rack.canonical_parent == track
    assert chain.canonical_parent == rack
    assert chain.devices[0].canonical_parent == chain
    assert chain.devices[0].parameters[0].canonical_parent == chain.devices[0]
    assert track.mixer_device.canonical_parent == track
    assert track.mixer_device.volume.canonical_parent == track.mixer_device
    assert track.mixer_device.sends[0].canonical_parent == track.mixer_device
    assert rack.drum_pads[36].canonical_parent == rack


def test_a_gap_says_its_name() -> None:
    """Design 6: a member without behaviour raises a named error, and the list of gaps is data."""
    world = small_world()
    gaps = world.not_simulated()
    assert all(name.startswith("Live.") for name in gaps)
    licensing: Any = world.live.Licensing
    with pytest.raises(NotSimulated, match=r"Live\.Licensing\.get_unlock_dir"):
        licensing.get_unlock_dir()
    assert "Live.Licensing.get_unlock_dir" in gaps


def test_the_limitation_error_is_lives(world: World, song: Any) -> None:
    """LIVE_API 2.13."""
    base: Any = world.live.Base
    assert base.LimitationError is LimitationError
    error_of(LimitationError, lambda: song.create_midi_track(99))


def test_two_worlds_do_not_know_each_other() -> None:
    """Each world has its own Set; classes are shared."""
    one, other = small_world(), small_world(small_set())
    one.song.tempo = 99
    assert other.song.tempo == 120
    assert one.song != other.song
    assert type(one.song) is type(other.song)
