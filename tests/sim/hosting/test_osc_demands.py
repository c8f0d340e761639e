"""What AbletonOSC's own tests demand of a Live (LIVE_API section 3.6), asked the way it asks: by a script on the newer
framework that works off its queue in a message it schedules anew each turn, with whole numbers for floats and bools."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from countin.sim.host import Host
from sim.hosting.hosting_scripts import MakeScript

ASKED = """
    from ableton.v2.control_surface import ControlSurface
    from ableton.v2.control_surface.component import Component

    class Handler(Component):
        pass

    class Asked(ControlSurface):
        def __init__(self, c_instance):
            super().__init__(c_instance)
            self.queue, self.answers = [], []
            with self.component_guard():
                self.handler = Handler()
            self.schedule_message(0, self.work_off)

        def work_off(self):
            while self.queue:
                self.answers.append(self.queue.pop(0)(self.handler.song))
            self.schedule_message(1, self.work_off)

    def create_instance(c_instance):
        return Asked(c_instance)
"""
TURN = 0.1


class Osc:
    """Asks a hosted script, one query a turn."""

    def __init__(self, host: Host, surface: Any) -> None:
        self.host, self.surface = host, surface

    def ask(self, query: Callable[[Any], Any]) -> Any:
        """What a query of the song answers: within one turn."""
        self.surface.queue.append(query)
        self.host.tick()
        assert self.surface.answers, self.host.log
        return self.surface.answers.pop()

    def get(self, name: str) -> Any:
        """A property of the song."""
        return self.ask(lambda song: getattr(song, name))

    def put(self, name: str, value: Any) -> None:
        """Set a property of the song."""
        self.ask(lambda song: setattr(song, name, value))

    def do(self, name: str, *arguments: Any) -> Any:
        """Call a method of the song."""
        return self.ask(lambda song: getattr(song, name)(*arguments))


@pytest.fixture
def osc(host: Host, make_script: MakeScript) -> Iterator[Osc]:
    surface = host.load_script(make_script("Asked", ASKED))
    assert not surface.is_empty, host.log
    yield Osc(host, surface.instance)
    assert not [line for line in host.log if line.startswith("RemoteScriptError")]


def slot(song: Any, track: int, scene: int) -> Any:
    return song.tracks[track].clip_slots[scene]


def make_clip(song: Any, track: int = 0, scene: int = 0, length: int = 4) -> Any:
    slot(song, track, scene).create_clip(length)
    return slot(song, track, scene).clip


def add_notes(clip: Any, notes: list[tuple[int, float]]) -> None:
    import Live

    new = Live.Clip.MidiNoteSpecification
    clip.add_new_notes(tuple(new(pitch=pitch, start_time=time, duration=0.25, velocity=100) for pitch, time in notes))


def pairs(notes: Any) -> list[tuple[int, float]]:
    return [(note.pitch, note.start_time) for note in notes]


def all_notes(song: Any) -> list[tuple[int, float]]:
    return pairs(slot(song, 0, 0).clip.get_notes_extended(0, 128, -8192, 16384))


def test_the_factory_set_is_the_one_it_assumes(osc: Osc) -> None:
    assert osc.ask(lambda song: [track.name for track in song.tracks]) == ["1-MIDI", "2-MIDI", "3-Audio", "4-Audio"]
    assert osc.ask(lambda song: [track.name for track in song.return_tracks]) == ["A-Reverb", "B-Delay"]
    assert osc.ask(lambda song: [len(track.devices) for track in song.return_tracks]) == [1, 1]
    assert osc.ask(lambda song: [scene.name for scene in song.scenes]) == [""] * 8
    assert osc.ask(lambda song: len(song.tracks[0].devices)) == 0
    assert osc.ask(lambda song: song.tracks[2].input_routing_type.display_name) == "Ext. In"
    assert (osc.get("tempo"), osc.get("signature_numerator"), osc.get("count_in_duration")) == (120.0, 4, 0)
    assert osc.get("clip_trigger_quantization") == 4


def test_a_query_is_answered_within_a_turn_of_100_ms(osc: Osc) -> None:
    before = osc.host.elapsed
    osc.get("tempo")
    assert osc.host.elapsed - before == pytest.approx(TURN)


def test_playing_is_seen_a_turn_later_and_listeners_hear_within_two(osc: Osc) -> None:
    heard: list[Any] = []
    osc.do("add_is_playing_listener", lambda: heard.append(osc.host.world.song.is_playing))
    osc.do("add_tempo_listener", lambda: heard.append(osc.host.world.song.tempo))
    osc.do("start_playing")
    assert osc.get("is_playing") is True
    osc.put("tempo", 125)
    osc.host.tick(2)
    assert heard == [True, 125.0]


def test_beats_come_within_a_second_each_and_go_on_after_a_stop(osc: Osc) -> None:
    beats: list[int] = []
    osc.do("add_current_song_time_listener", lambda: beats.append(int(osc.host.world.song.current_song_time)))
    osc.do("start_playing")
    for beat in (1, 2):
        osc.host.advance(1.0 if beat == 1 else 0.5)
        assert beat in beats
    osc.do("stop_playing")
    osc.host.tick(2)
    beats.clear()
    osc.do("continue_playing")
    osc.host.advance(1.0)
    assert beats[0] >= 1
    assert 3 in beats


def test_two_clips_of_whole_lengths_play_after_two_turns_and_stop(osc: Osc) -> None:
    for track in (0, 1):
        osc.ask(lambda song, track=track: make_clip(song, track))
    osc.ask(lambda song: [slot(song, track, 0).fire() for track in (0, 1)])  # Two messages of one turn.
    osc.host.tick(2)
    assert osc.ask(lambda song: [slot(song, track, 0).clip.is_playing for track in (0, 1)]) == [True, True]
    osc.do("stop_playing")
    osc.do("stop_all_clips")
    osc.host.tick(2)
    assert osc.ask(lambda song: [slot(song, track, 0).clip.is_playing for track in (0, 1)]) == [False, False]


@pytest.mark.parametrize(
    ("name", "values"),
    [
        ("arrangement_overdub", (1, 0)),
        ("clip_trigger_quantization", (0, 4)),
        ("current_song_time", (4, 1)),
        ("groove_amount", (1, 0)),
        ("loop", (1, 0)),
        ("loop_length", (2, 4)),
        ("loop_start", (2, 1)),
        ("metronome", (1, 0)),
        ("midi_recording_quantization", (1, 0)),
        ("nudge_down", (1, 0)),
        ("nudge_up", (1, 0)),
        ("punch_in", (1, 0)),
        ("punch_out", (1, 0)),
        ("tempo", (125.5, 120)),
    ],
)
def test_a_property_reads_back_what_was_set(osc: Osc, name: str, values: tuple[float, ...]) -> None:
    for value in values:
        osc.put(name, value)
        osc.host.tick()
        assert osc.get(name) == value


def test_recording_is_seen_and_ends_with_the_song(osc: Osc) -> None:
    osc.put("record_mode", 1)
    assert osc.get("record_mode") is True
    osc.put("record_mode", 0)
    assert osc.get("record_mode") is False
    osc.do("stop_playing")
    osc.host.tick(2)
    assert (osc.get("record_mode"), osc.get("is_playing")) == (False, False)


def test_tracks_and_scenes_are_counted_created_and_deleted(osc: Osc) -> None:
    assert osc.ask(lambda song: (len(song.tracks), len(song.scenes))) == (4, 8)
    osc.do("create_midi_track", -1)
    osc.do("create_audio_track", -1)
    osc.do("create_scene", -1)
    assert osc.ask(lambda song: (len(song.tracks), len(song.scenes))) == (6, 9)
    osc.do("delete_track", 5)
    osc.do("delete_track", 4)
    osc.do("delete_scene", 8)
    assert osc.ask(lambda song: (len(song.tracks), len(song.scenes))) == (4, 8)


def test_a_duplicated_scene_carries_its_clips(osc: Osc) -> None:
    osc.ask(lambda song: setattr(make_clip(song), "name", "Alpha"))
    osc.do("duplicate_scene", 0)
    assert osc.ask(lambda song: slot(song, 0, 1).clip.name) == "Alpha"
    osc.do("delete_scene", 1)
    assert osc.ask(lambda song: slot(song, 0, 1).has_clip) is False


def test_a_created_scene_is_undone_and_redone(osc: Osc) -> None:
    osc.do("create_scene", -1)
    osc.do("undo")
    assert osc.ask(lambda song: len(song.scenes)) == 8
    osc.do("redo")
    assert osc.ask(lambda song: len(song.scenes)) == 9


def test_a_recording_leaves_an_audio_clip_whose_gain_and_pitch_can_be_set(osc: Osc) -> None:
    osc.ask(lambda song: setattr(song.tracks[2], "arm", 1))
    osc.ask(lambda song: slot(song, 2, 0).fire())
    osc.host.tick()
    osc.do("stop_playing")
    osc.host.tick(2)
    assert osc.ask(lambda song: slot(song, 2, 0).clip.is_audio_clip) is True
    for name, value in (("gain", 0.5), ("pitch_coarse", 4), ("pitch_fine", 0.5), ("pitch_fine", 0)):
        osc.ask(lambda song, name=name, value=value: setattr(slot(song, 2, 0).clip, name, value))
        assert osc.ask(lambda song, name=name: getattr(slot(song, 2, 0).clip, name)) == pytest.approx(value)


@pytest.mark.parametrize("colour", [0x1AFF2F, 0x1A2F96])
def test_these_colours_read_back_exactly(osc: Osc, colour: int) -> None:
    osc.ask(lambda song: setattr(song.tracks[0], "color", colour))
    assert osc.ask(lambda song: song.tracks[0].color) == colour


@pytest.mark.parametrize("name", ["mute", "solo"])
def test_switches_of_a_track_accept_whole_numbers(osc: Osc, name: str) -> None:
    for value in (1, 0):
        osc.ask(lambda song, value=value: setattr(song.tracks[0], name, value))
        assert osc.ask(lambda song: getattr(song.tracks[0], name)) is bool(value)


@pytest.mark.parametrize(("name", "values"), [("volume", (1, 0.5)), ("panning", (0.5, 0)), ("sends", (0.5, 0))])
def test_the_mixer_reads_back_whole_and_broken_numbers(osc: Osc, name: str, values: tuple[float, ...]) -> None:
    def parameter(song: Any) -> Any:
        found = getattr(song.tracks[2].mixer_device, name)
        return found[1] if name == "sends" else found

    for value in values:
        osc.ask(lambda song, value=value: setattr(parameter(song), "value", value))
        assert osc.ask(lambda song: parameter(song).value) == value


def test_clips_are_listed_by_name_and_length_and_a_copy_carries_its_notes(osc: Osc) -> None:
    for scene, name, length in ((0, "Alpha", 4), (1, "Beta", 2)):
        clip = osc.ask(lambda song, scene=scene, length=length: make_clip(song, 0, scene, length))
        osc.ask(lambda _, clip=clip, name=name: setattr(clip, "name", name))
    osc.ask(lambda song: add_notes(slot(song, 0, 0).clip, [(60, 0.0)]))
    osc.ask(lambda song: slot(song, 0, 0).duplicate_clip_to(slot(song, 0, 2)))
    listed = osc.ask(lambda song: [(s.clip.name, s.clip.length) for s in song.tracks[0].clip_slots if s.clip])
    assert listed == [("Alpha", 4.0), ("Beta", 2.0), ("Alpha", 4.0)]
    assert osc.ask(lambda song: pairs(slot(song, 0, 2).clip.get_notes_extended(0, 128, -8192, 16384))) == [(60, 0.0)]


def test_notes_are_read_by_window_and_before_beat_0(osc: Osc) -> None:
    osc.ask(make_clip)
    osc.ask(lambda song: add_notes(slot(song, 0, 0).clip, [(60, 0.0), (62, -1.0), (64, 2.0)]))
    assert osc.ask(all_notes) == [(60, 0.0), (62, -1.0), (64, 2.0)]
    window = osc.ask(lambda song: pairs(slot(song, 0, 0).clip.get_notes_extended(61, 10, 0, 4)))
    assert window == [(64, 2.0)]


def test_381_notes_come_back_by_pitch_then_time_and_are_removed_by_window_then_all(osc: Osc) -> None:
    notes = [(pitch, pitch % 3 + step * 1.0) for pitch in range(126, -1, -1) for step in range(3)]
    osc.ask(lambda song: add_notes(make_clip(song, length=8), notes))
    assert osc.ask(all_notes) == sorted(notes)
    assert len(notes) == 381
    osc.ask(lambda song: slot(song, 0, 0).clip.remove_notes_extended(0, 60, 0, 2))
    assert osc.ask(all_notes) == sorted(note for note in notes if not (note[0] < 60 and note[1] < 2))
    osc.ask(lambda song: slot(song, 0, 0).clip.remove_notes_extended(0, 128, -8192, 16384))
    assert osc.ask(all_notes) == []


def test_a_playing_position_is_heard_as_0_first_and_then_grows(osc: Osc) -> None:
    clip = osc.ask(make_clip)
    heard: list[float] = []
    osc.ask(lambda _: clip.add_playing_position_listener(lambda: heard.append(clip.playing_position)))
    assert osc.ask(lambda _: clip.playing_position) == 0.0
    osc.ask(lambda song: slot(song, 0, 0).fire())
    osc.host.tick(5)
    assert heard == sorted(heard)
    assert len(heard) >= 2
    assert heard[-1] > 0.0


def test_a_name_is_listened_to_again_on_the_clip_that_replaces_a_deleted_one(osc: Osc) -> None:
    heard: list[str] = []
    for name in ("First", "Second"):
        clip = osc.ask(make_clip)
        osc.ask(lambda _, clip=clip: clip.add_name_listener(lambda: heard.append(clip.name)))
        osc.ask(lambda _, clip=clip, name=name: setattr(clip, "name", name))
        osc.ask(lambda song: slot(song, 0, 0).delete_clip())
    assert heard == ["First", "Second"]


def test_a_slot_that_is_not_there_is_an_index_out_of_range(osc: Osc) -> None:
    def ask(song: Any) -> str:
        try:
            return slot(song, 0, 10)
        except IndexError as error:
            return str(error)

    assert osc.ask(ask) == "Index out of range"


def test_the_playing_slot_follows_launches_at_a_16th_within_two_turns(osc: Osc) -> None:
    osc.put("clip_trigger_quantization", 11)
    for scene in (0, 1):
        osc.ask(lambda song, scene=scene: make_clip(song, 0, scene))
    for scene in (0, 1, 0, 1, 0, 1):
        osc.ask(lambda song, scene=scene: slot(song, 0, scene).fire())
        assert osc.ask(lambda song: song.tracks[0].playing_slot_index) == scene


def test_selections_of_the_view_read_back(osc: Osc) -> None:
    osc.ask(lambda song: setattr(song.view, "selected_track", song.tracks[2]))
    osc.ask(lambda song: setattr(song.view, "selected_scene", song.scenes[3]))
    assert osc.ask(lambda song: [*song.tracks].index(song.view.selected_track)) == 2
    assert osc.ask(lambda song: [*song.scenes].index(song.view.selected_scene)) == 3
    assert osc.ask(lambda song: song.view.highlighted_clip_slot == slot(song, 2, 3)) is True
    clip = osc.ask(make_clip)
    osc.ask(lambda song: setattr(song.view, "detail_clip", clip))
    assert osc.ask(lambda song: song.view.detail_clip == clip) is True


def test_empty_slots_have_no_clip_and_a_listener_hears_one_come_and_go(osc: Osc) -> None:
    heard: list[bool] = []
    first = osc.ask(lambda song: slot(song, 0, 0))
    osc.ask(lambda _: first.add_has_clip_listener(lambda: heard.append(first.has_clip)))
    osc.ask(lambda song: setattr(make_clip(song), "name", "Alpha"))
    named = osc.ask(lambda song: [slot.clip.name if slot.clip else None for slot in song.tracks[0].clip_slots])
    assert named == ["Alpha", *[None] * 7]
    osc.ask(lambda song: slot(song, 0, 0).delete_clip())
    assert heard == [True, False]


def test_a_controller_is_mapped_with_a_whole_number_for_a_bool(osc: Osc) -> None:
    def map_it(song: Any) -> Any:
        import Live

        midi_map: Any = Live.MidiMap
        return midi_map.map_midi_cc(1, song.tracks[0].mixer_device.volume, 0, 7, midi_map.MapMode.absolute, 1)

    assert osc.ask(map_it) is True
