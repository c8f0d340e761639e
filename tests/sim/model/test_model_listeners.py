"""Listeners: the trio, what notifies and when, and what a callback may do."""

from __future__ import annotations

import gc
from typing import Any

import pytest

from countin.sim.kernel.errors import ArgumentError
from countin.sim.world import World
from sim.model.model_sets import add_notes, error_of, small_world

NOTIFYING = "Changes cannot be triggered by notifications. You will need to defer your response."


class Heard:
    """Counts what it hears."""

    def __init__(self) -> None:
        self.count = 0

    def hear(self) -> None:
        self.count += 1


def test_a_plain_setter_tells_at_once_and_only_of_changes(song: Any) -> None:
    """LIVE_API 2.2."""
    heard = Heard()
    song.add_tempo_listener(heard.hear)
    song.tempo = 125.5
    assert heard.count == 1
    song.tempo = 125.5
    assert heard.count == 1
    song.tempo = 90
    assert heard.count == 2


def test_the_trio_adds_asks_and_removes(song: Any) -> None:
    """LIVE_API 1.0 [AOSC]."""
    heard = Heard()
    assert not song.tempo_has_listener(heard.hear)
    song.add_tempo_listener(heard.hear)
    assert song.tempo_has_listener(heard.hear)
    error_of(RuntimeError, lambda: song.add_tempo_listener(heard.hear))
    song.remove_tempo_listener(heard.hear)
    assert error_of(RuntimeError, lambda: song.remove_tempo_listener(heard.hear)) == "Observer not connected"
    song.tempo = 99
    assert heard.count == 0
    error_of(ArgumentError, lambda: song.add_tempo_listener(5))


def test_a_view_listener_takes_the_view_name_first(world: World) -> None:
    """LIVE_API 1.0."""
    heard = Heard()
    view = world.application.view
    view.add_is_view_visible_listener("Session", heard.hear)
    assert view.is_view_visible_has_listener("Session", heard.hear)
    assert not view.is_view_visible_has_listener("Arranger", heard.hear)
    view.show_view("Arranger")
    assert heard.count == 1
    view.remove_is_view_visible_listener("Session", heard.hear)
    error_of(ArgumentError, lambda: view.add_is_view_visible_listener(heard.hear))


def test_a_bound_method_does_not_keep_its_owner(world: World, song: Any) -> None:
    """LIVE_API 1.0: (weak self, function)."""
    heard = Heard()
    song.add_tempo_listener(heard.hear)
    del heard
    gc.collect()
    song.tempo = 99
    song.add_tempo_listener(print)
    song.remove_tempo_listener(print)
    assert world.counters.listeners == 0


def test_deleting_an_object_drops_its_listeners(world: World, song: Any) -> None:
    """LIVE_API 1.0 [AOSC 105, 137]."""
    heard = Heard()
    clip = song.tracks[0].clip_slots[0].clip
    clip.add_name_listener(heard.hear)
    clip.add_notes_listener(heard.hear)
    assert world.counters.listeners == 2
    song.tracks[0].clip_slots[0].delete_clip()
    assert world.counters.listeners == 0
    error_of(ArgumentError, lambda: clip.remove_name_listener(heard.hear))
    again = song.tracks[0].clip_slots[0].create_clip(4)
    again.add_name_listener(heard.hear)
    again.name = "New"
    assert heard.count == 1


def test_a_callback_may_read_and_not_write(song: Any) -> None:
    """LIVE_API 1.0 [AJS, H, LB]."""
    seen: list[float] = []
    texts: list[str] = []

    def callback() -> None:
        seen.append(song.tempo)
        texts.append(error_of(RuntimeError, lambda: song.create_scene(-1)))
        texts.append(error_of(RuntimeError, lambda: setattr(song.tracks[0], "name", "X")))
        texts.append(error_of(RuntimeError, lambda: setattr(song.view, "selected_track", song.tracks[1])))

    song.add_tempo_listener(callback)
    song.tempo = 99
    assert seen == [99]
    assert texts == [NOTIFYING] * 3
    assert len(song.scenes) == 4
    song.tracks[0].name = "Written"
    assert song.tracks[0].name == "Written"


def test_view_writes_from_a_callback_are_a_switch() -> None:
    """LIVE_API 1.0: whether they are exempt is unverified."""
    song: Any = small_world(switches={"listeners_and_views": "allow"}).song
    song.add_tempo_listener(lambda: setattr(song.view, "selected_track", song.tracks[1]))
    song.tempo = 99
    assert song.view.selected_track == song.tracks[1]


def test_a_callback_of_an_undo_may_not_write(song: Any) -> None:
    """LIVE_API 1.0: the twin text."""
    texts: list[str] = []
    song.tempo = 99
    song.add_tempo_listener(lambda: texts.append(error_of(RuntimeError, lambda: song.create_scene(-1))))
    song.undo()
    assert texts == ["Changes cannot be triggered during undo or redo."]
    song.create_scene(-1)
    assert len(song.scenes) == 5


def test_what_a_callback_raises_reaches_the_writer_and_the_value_stays(song: Any) -> None:
    """Tried 1.3 (3)."""
    heard = Heard()

    def fail() -> None:
        raise ValueError("no")

    song.add_tempo_listener(fail)
    song.add_tempo_listener(heard.hear)
    with pytest.raises(ValueError, match="no"):
        song.tempo = 99
    assert song.tempo == 99
    assert heard.count == 1


def test_structure_tells_on_the_owning_list(song: Any) -> None:
    """LIVE_API 2.2: after the change is complete."""
    counts: list[tuple[str, int]] = []
    song.add_tracks_listener(lambda: counts.append(("tracks", len(song.tracks))))
    song.add_visible_tracks_listener(lambda: counts.append(("visible", len(song.visible_tracks))))
    song.add_scenes_listener(lambda: counts.append(("scenes", len(song.scenes))))
    song.tracks[0].add_clip_slots_listener(lambda: counts.append(("slots", len(song.tracks[0].clip_slots))))
    song.tracks[0].add_devices_listener(lambda: counts.append(("devices", len(song.tracks[0].devices))))
    song.create_midi_track(-1)
    assert counts == [("tracks", 6), ("visible", 6)]
    counts.clear()
    song.create_scene(-1)
    assert counts == [("scenes", 5), ("slots", 5)]
    counts.clear()
    song.tracks[0].insert_device("Reverb")
    assert counts == [("devices", 2)]


def test_deferred_properties_tell_on_the_tick(world: World, song: Any) -> None:
    """LIVE_API 2.2, 2.3."""
    heard = Heard()
    song.add_is_playing_listener(heard.hear)
    song.add_loop_listener(heard.hear)
    song.start_playing()
    song.loop = True
    assert heard.count == 0
    world.advance(0.1)
    assert heard.count == 2


def test_derived_properties_tell_too(world: World, song: Any) -> None:
    """LIVE_API 2.5: an inserted track renames the later ones; mute is the activator."""
    names, values = Heard(), Heard()
    song.tracks[2].add_name_listener(names.hear)
    song.tracks[0].mixer_device.track_activator.add_value_listener(values.hear)
    song.create_midi_track(0)
    assert names.count == 1
    song.tracks[1].mute = True
    assert values.count == 1
    assert world.counters.listeners == 2


def test_notes_tell_without_a_value(world: World, song: Any) -> None:
    """LIVE_API 1.0: events."""
    heard = Heard()
    clip = song.tracks[0].clip_slots[0].clip
    clip.add_notes_listener(heard.hear)
    add_notes(world, clip, (70, 0.0, 1.0))
    clip.name = "Other"
    assert heard.count == 1


def test_an_undo_tells_of_what_it_brings_back(song: Any) -> None:
    """LIVE_API 2.2: notifications come from the difference."""
    heard = Heard()
    song.tempo = 99
    song.add_tempo_listener(heard.hear)
    song.undo()
    song.redo()
    assert heard.count == 2


def test_the_playhead_tells_while_it_moves(world: World, song: Any) -> None:
    """LIVE_API 2.2: once a tick at least."""
    heard = Heard()
    song.add_current_song_time_listener(heard.hear)
    song.start_playing()
    world.advance(0.5)
    assert heard.count >= 4


def test_a_parameter_tells_whoever_moves_it(world: World, song: Any) -> None:
    """LIVE_API 2.2: values of devices, mixers, and the mirrors of tempo and mute."""
    heard: list[str] = []
    main, track = song.master_track.mixer_device, song.tracks[0]
    main.song_tempo.add_value_listener(lambda: heard.append("tempo"))
    track.devices[0].parameters[1].add_value_listener(lambda: heard.append("device"))
    track.mixer_device.volume.add_value_listener(lambda: heard.append("volume"))
    track.mixer_device.sends[1].add_value_listener(lambda: heard.append("send"))
    song.tempo = 99
    track.devices[0].parameters[1].value = track.devices[0].parameters[1].max
    track.mixer_device.volume.value = 0.5
    track.mixer_device.sends[1].value = 0.5
    song.tracks[4].mixer_device.volume.value = 0.5
    assert heard == ["tempo", "device", "volume", "send"]


def test_a_listener_that_fails_on_a_tick_is_logged(world: World, song: Any) -> None:
    """LIVE_API 3.1: RemoteScriptError in the log."""

    def fail() -> None:
        raise ValueError("no")

    song.add_is_playing_listener(fail)
    song.start_playing()
    world.advance(0.1)
    assert world.log_lines == ["RemoteScriptError: ValueError: no"]
    assert song.is_playing
