"""A Host with scripts in it: what Live calls, in which order, and what a script that fails leaves behind."""

from __future__ import annotations

import sys
from typing import Any

import pytest

from countin.sim.demo import demo_set
from countin.sim.factory import factory_set
from countin.sim.host import Host
from countin.sim.world import World
from sim.hosting import hosting_scripts as scripts
from sim.hosting.hosting_scripts import MakeScript


def errors_of(host: Host) -> str:
    return "\n".join(line for line in host.log if line.startswith("RemoteScriptError: "))


def start_playing(song: Any) -> None:
    song.start_playing()


def test_a_script_is_created_and_asked_for_its_midi_map(host: Host, make_script: MakeScript, noted: list[Any]) -> None:
    surface = host.load_script(make_script("Noting", scripts.NOTING))
    assert not surface.is_empty
    assert noted == ["created", ("midi map", surface.c_instance.handle())]


def test_a_turn_brings_timers_on_the_way_then_deferred_changes_then_messages_then_the_display(
    host: Host, make_script: MakeScript, noted: list[Any]
) -> None:
    surface = host.load_script(make_script("Noting", scripts.NOTING))
    host.tick()
    noted.clear()
    surface.instance.schedule_message(0, lambda: noted.append("message"))
    surface.instance.timer.start()
    host.person(start_playing)
    host.tick()
    assert noted == ["timer", "listener", "message", "display"]


@pytest.mark.parametrize(("delay", "turn"), [(0, 1), (1, 1), (3, 3)])
def test_a_scheduled_message_runs_at_its_turn(
    host: Host, make_script: MakeScript, noted: list[Any], delay: int, turn: int
) -> None:
    surface = host.load_script(make_script("Noting", scripts.NOTING))
    turns = host.turns
    surface.instance.schedule_message(delay, lambda: noted.append(("message", host.turns - turns)))
    host.tick(5)
    assert [note for note in noted if note[0] == "message"] == [("message", turn)]


def test_an_override_that_does_not_call_the_base_starves_its_messages(
    host: Host, make_script: MakeScript, noted: list[Any]
) -> None:
    surface = host.load_script(make_script("Noting", scripts.NOTING))
    surface.instance.update_display = lambda: None
    surface.instance.schedule_message(1, lambda: noted.append("message"))
    host.tick(3)
    assert "message" not in noted


def test_time_that_is_no_whole_turn_adds_up_to_turns(host: Host) -> None:
    for _ in range(30):
        host.advance(0.01)
    assert host.turns == 3
    host.advance(0.05)
    host.tick()
    assert host.turns == 4


def test_timers_fire_at_their_times_between_turns(host: Host, make_script: MakeScript, noted: list[Any]) -> None:
    surface = host.load_script(make_script("Noting", scripts.NOTING))
    noted.clear()
    surface.instance.timer.start()
    host.advance(0.04)
    assert noted == []
    host.advance(0.05)
    assert noted == ["timer"]


def test_during_a_stall_time_passes_and_nothing_of_a_script_runs(
    host: Host, make_script: MakeScript, noted: list[Any]
) -> None:
    surface = host.load_script(make_script("Noting", scripts.NOTING))
    noted.clear()
    surface.instance.timer.start()
    turns, before = host.turns, host.elapsed
    host.stall(20)
    assert (noted, host.turns) == ([], turns)
    assert host.elapsed - before == pytest.approx(2.0)
    host.tick()
    assert noted == ["timer", "display"]


def test_a_stall_that_is_begun_lasts_while_the_clock_is_moved(host: Host, make_script: MakeScript) -> None:
    surface = host.load_script(make_script("Stumbling", scripts.STUMBLING))
    host.begin_stall(3)
    host.tick(3)
    assert surface.instance.turns == 0
    host.advance(0.1)
    assert surface.instance.turns == 1


def test_while_a_dialog_is_open_live_calls_nobody(host: Host, make_script: MakeScript, noted: list[Any]) -> None:
    surface = host.load_script(make_script("Asking", scripts.ASKING))
    surface.instance.schedule_message(1, surface.instance.ask)
    host.tick(5)
    assert noted == ["display"]
    assert host.person({"path": "application", "get": "current_dialog_message"}) == "Really?"
    host.person({"path": "application", "call": "press_current_dialog_button", "args": [0]})
    host.tick()
    assert noted == ["display", "display"]


def test_the_application_knows_the_scripts_in_its_slots(host: Host, make_script: MakeScript) -> None:
    surface = host.load_script(make_script("Stumbling", scripts.STUMBLING))
    slots = host.person(lambda _: [*host.world.application.control_surfaces])
    assert slots[0] is surface.instance
    assert set(slots[1:]) == {None}
    host.unload(surface)
    assert set(host.person(lambda _: [*host.world.application.control_surfaces])) == {None}


def test_an_unloaded_script_leaves_nothing(host: Host, make_script: MakeScript, noted: list[Any]) -> None:
    surface = host.load_script(make_script("Noting", scripts.NOTING))
    host.tick()
    host.unload(surface)
    assert noted[-1] == "disconnected"
    assert surface.is_empty
    assert host.leftovers() == (0, 0)
    assert errors_of(host) == ""
    noted.clear()
    host.tick(3)
    assert noted == []


def test_a_script_that_leaves_a_listener_or_a_timer_is_told_on(host: Host, make_script: MakeScript) -> None:
    surface = host.load_script(make_script("Leaving", scripts.LEAVING))
    host.unload(surface)
    assert "Leaving left 1 listener(s) and 1 timer(s) behind" in errors_of(host)


def test_an_empty_slot_cannot_be_unloaded(host: Host, make_script: MakeScript) -> None:
    surface = host.load_script(make_script("Failing", scripts.FAILING))
    with pytest.raises(ValueError, match="slot 0 is empty"):
        host.unload(surface)


@pytest.mark.parametrize(
    ("source", "said"),
    [
        (scripts.FAILING, "ValueError: this script cannot be created"),
        (scripts.BROKEN, "ModuleNotFoundError"),
        ("x = 1", "has no attribute 'create_instance'"),
    ],
)
def test_a_script_that_cannot_be_created_leaves_an_empty_slot_and_log_lines(
    host: Host, make_script: MakeScript, source: str, said: str
) -> None:
    surface = host.load_script(make_script("Unlucky", source))
    assert surface.is_empty
    assert said in errors_of(host)
    host.tick(2)


def test_a_folder_without_a_package_is_no_script(host: Host, make_script: MakeScript) -> None:
    folder = make_script("NoPackage", "")
    (folder / "__init__.py").unlink()
    assert host.load_script(folder).is_empty
    assert "NoPackage is not a Remote Script" in errors_of(host)


def test_a_slot_that_stayed_empty_takes_the_next_script(host: Host, make_script: MakeScript, noted: list[Any]) -> None:
    empty = host.load_script(make_script("Failing", scripts.FAILING))
    filled = host.load_script(make_script("Bare", scripts.BARE))
    assert filled is empty
    assert filled.name == "Bare"


def test_a_display_update_that_raises_is_logged_and_the_next_one_happens(host: Host, make_script: MakeScript) -> None:
    surface = host.load_script(make_script("Stumbling", scripts.STUMBLING))
    host.tick(3)
    assert surface.instance.turns == 3
    assert "KeyError: 'first turn'" in errors_of(host)


def test_two_scripts_are_hosted_at_once_and_know_each_other(
    host: Host, make_script: MakeScript, noted: list[Any]
) -> None:
    first = host.load_script(make_script("Noting", scripts.NOTING))
    second = host.load_script(make_script("Bare", scripts.BARE))
    host.tick(4)
    assert (first.slot, second.slot) == (0, 1)
    assert second.instance.turns == 4
    assert noted.count("display") == 4
    host.unload(first)
    host.tick()
    assert second.instance.turns == 5


def test_a_script_of_several_files_imports_itself_by_its_folder_name(host: Host, make_script: MakeScript) -> None:
    folder = make_script("TwoFiles", scripts.TWO_FILES)
    (folder / "inner.py").write_text("NAME = 'inner'\n", encoding="utf-8")
    surface = host.load_script(folder)
    assert not surface.is_empty, errors_of(host)
    assert (surface.instance.name, surface.instance.same) == ("inner", True)


def test_components_get_the_song_inside_the_guard_and_are_refused_outside(
    host: Host, make_script: MakeScript, noted: list[Any]
) -> None:
    surface = host.load_script(make_script("Modern", scripts.COMPONENTS))
    assert noted == ["DependencyError", True], errors_of(host)
    host.unload(surface)
    assert noted[-1] == "part disconnected"


def test_another_set_disconnects_scripts_and_creates_them_afresh(
    host: Host, make_script: MakeScript, noted: list[Any]
) -> None:
    surface = host.load_script(make_script("Noting", scripts.NOTING))
    before, song = surface.instance, surface.instance.song()
    noted.clear()
    host.open_set(demo_set())
    assert noted[:2] == ["disconnected", "created"]
    assert surface.instance is not before
    assert len(surface.instance.song().tracks) == len(demo_set().tracks)
    assert song == None or song != surface.instance.song()  # noqa: E711 - a dead handle equals None by Live's rule
    host.tick()
    assert noted[-1] == "display"


def test_a_person_acts_between_turns_by_function_or_by_data(host: Host) -> None:
    host.person(lambda song: setattr(song, "tempo", 99.0))
    assert host.person({"path": "song", "get": "tempo"}) == 99.0
    host.person({"path": "song.tracks[1]", "set": "name", "to": "Lead"})
    host.person({"path": "song", "call": "create_scene", "args": [3]})
    assert host.person({"path": "song.tracks[1]", "get": "name"}) == "Lead"
    assert len(host.person({"path": "song", "get": "scenes"})) == 9


def test_what_a_person_does_is_one_undo_step(host: Host) -> None:
    host.person(lambda song: [setattr(track, "name", "X") for track in song.tracks])
    host.tick()
    host.person(lambda song: song.undo())
    assert [track.name for track in host.world.song.tracks] == ["1-MIDI", "2-MIDI", "3-Audio", "4-Audio"]


def test_a_person_can_write_notes_and_select_by_reference(host: Host) -> None:
    note = {"new": "Clip.MidiNoteSpecification", "kwargs": {"pitch": 60, "start_time": 0.0, "duration": 1.0}}
    host.person({"path": "song.tracks[0].clip_slots[2]", "call": "create_clip", "args": [4.0]})
    host.person({"path": "song.tracks[0].clip_slots[2].clip", "call": "add_new_notes", "args": [[note]]})
    host.person({"path": "song.view", "set": "selected_track", "to": {"path": "song.tracks[2]"}})
    notes = host.person(
        {"path": "song.tracks[0].clip_slots[2].clip", "call": "get_notes_extended", "args": [0, 128, 0.0, 4.0]}
    )
    assert [note.pitch for note in notes] == [60]
    assert host.world.song.view.selected_track == host.world.song.tracks[2]


def test_scripts_reach_the_same_song_as_the_host(host: Host, make_script: MakeScript, noted: list[Any]) -> None:
    surface = host.load_script(make_script("Noting", scripts.NOTING))
    with host.world.main_thread():
        assert surface.instance.song() == host.world.song
        assert surface.instance.application().get_document() == host.world.song


def test_the_log_and_the_status_bar_show_what_a_script_says(
    host: Host, make_script: MakeScript, noted: list[Any]
) -> None:
    surface = host.load_script(make_script("Noting", scripts.NOTING))
    surface.instance.log_message("two", "words")
    surface.instance.show_message("hello")
    assert host.log[-1] == "RemoteScriptMessage: (Noting) two words"
    assert host.messages[-1] == "hello"


def test_a_requested_midi_map_is_built_at_the_next_turn(host: Host, make_script: MakeScript, noted: list[Any]) -> None:
    surface = host.load_script(make_script("Noting", scripts.NOTING))
    noted.clear()
    surface.instance.request_rebuild_midi_map()
    assert noted == []
    host.tick(2)
    assert noted == [("midi map", 1), "display", "display"]


def test_a_closed_host_leaves_no_module_behind(make_script: MakeScript, noted: list[Any]) -> None:
    path = list(sys.path)
    folder = make_script("Noting", scripts.NOTING)
    for _ in range(2):
        with Host(World(factory_set())) as host:
            assert not host.load_script(folder).is_empty
            assert "Live" in sys.modules
        assert noted[-1] == "disconnected"
    roots = {name.partition(".")[0] for name in sys.modules}
    assert roots.isdisjoint({"Live", "_Framework", "ableton", "Noting"})
    assert sys.path == path
