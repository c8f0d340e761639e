"""The probe touches only an empty Set, removes what it made whatever Live does, and says what it could not remove."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from typing import Any

import pytest

from countin.bridge import Bridge
from countin.errors import Refusal
from probe.stage import Open, asked, probed
from rig import Rig

QUESTIONS = (
    "new_midi_tracks_armed",
    "undo_grouping",
    "equal_steps",
    "arrangement_overlap",
    "envelopes_on_copies",
    "fresh_envelope",
    "unknown_note_id",
    "note_check",
    "note_precision",
    "quantize_zero",
    "pad_solo",
    "listeners_and_views",
    "browser_load",
    "overdub_without_arm",
    "record_mode",
    "insert_marker",
    "note_ids",
    "quantize_grid",
    "listener_order",
    "parameter_precision",
    "defaults",
    "refusals",
)


def writes_of(on: Rig, question: str) -> int:
    """How many writes a probe makes for this question."""
    before = on.world.counters.writes
    assert probed(on, question)["left"] == []
    return on.world.counters.writes - before


def is_as_before_or_told(on: Rig, before: str, report: dict[str, Any]) -> bool:
    """Whether a Set that differs is one whose report says so; and no undo step is left open."""
    return (on.digest() == before or report["left"] != []) and not on.world.store.history.bracket


@pytest.mark.parametrize("question", QUESTIONS)
@pytest.mark.parametrize("kind", ["raise_at_write", "ignore_write"])
def test_one_fault_at_any_write_leaves_the_set_as_before(opened: Open, question: str, kind: str) -> None:
    on = opened(overdub_without_arm="record", listeners_and_views="allow")
    before = on.digest()
    for k in range(1, writes_of(on, question) + 1):
        getattr(on.world.faults, kind)(k)
        report = probed(on, question)
        on.world.faults.clear()
        assert (k, report["left"], on.digest() == before) == (k, [], True)
        assert not on.world.store.history.bracket


@pytest.mark.parametrize("name", ["begin_undo_step", "end_undo_step"])
def test_a_fault_in_the_undo_bracket_leaves_no_step_open(opened: Open, name: str) -> None:
    on = opened()
    before = on.digest()
    getattr(on.world.faults, f"raise_in_{name}")()
    report = probed(on, "note_precision", "wrappers")
    assert on.world.faults.fired == {f"raised_in_{name}": 1}
    assert (report["left"], on.digest(), on.world.store.history.bracket) == ([], before, False)


def test_a_fault_at_some_read_leaves_the_set_as_before_or_is_told(opened: Open) -> None:
    on = opened()
    before = on.digest()
    for k in range(1, 400, 13):
        on.world.faults.raise_at_read(k)
        try:
            report = probed(on, "quantize_zero")
        except Refusal as refusal:
            report = {"left": [refusal.message]}
            assert on.digest() == before
        on.world.faults.clear()
        assert is_as_before_or_told(on, before, report), k


def test_a_live_that_never_deletes_is_told_as_it_is(opened: Open) -> None:
    on = opened()
    on.world.faults.raise_at_member("delete_track", repeat=True)
    report = probed(on, "note_check")
    assert any("'Countin probe'" in thing for thing in report["left"])
    assert [track.name for track in on.world.song.tracks][4:] == ["Countin probe"]


def test_a_live_that_refuses_every_write_answers_failures_and_stays(opened: Open) -> None:
    on = opened()
    before = on.digest()
    on.world.faults.raise_at_write(1, repeat=True)
    report = probed(on, "note_check", "pad_solo")
    assert [row["status"] for row in report["questions"]] == ["failed", "failed"]
    assert (report["left"], report["switches"], on.digest()) == ([], {}, before)


def test_a_live_that_refuses_every_write_from_some_moment_on_is_told_as_it_is(opened: Open) -> None:
    on = opened()
    before = on.digest()
    for k in range(2, writes_of(on, "arrangement_overlap") + 1):
        on.world.faults.raise_at_write(k, repeat=True)
        report = probed(on, "arrangement_overlap")
        on.world.faults.clear()
        assert is_as_before_or_told(on, before, report), k
        assert any("Countin probe" in thing or "names of tracks" in thing for thing in report["left"]), k
        on.person(lambda song: song.delete_track(4))
        on.tick()
        assert on.digest() == before


def session_clip(song: Any) -> None:
    song.tracks[0].clip_slots[1].create_clip(4.0)


def arrangement_clip(song: Any) -> None:
    song.tracks[1].create_midi_clip(8.0, 4.0)


def device_on_a_track(song: Any) -> None:
    song.tracks[2].insert_device("Utility", -1)


def device_on_a_return(song: Any) -> None:
    song.return_tracks[0].insert_device("Utility", -1)


def device_on_the_main_track(song: Any) -> None:
    song.master_track.insert_device("Limiter", -1)


def locator(song: Any) -> None:
    song.set_or_delete_cue()


def play(song: Any) -> None:
    song.start_playing()


@pytest.mark.parametrize(
    ("fill", "words"),
    [
        (session_clip, "track 1 has a clip in the Session"),
        (arrangement_clip, "track 2 has a clip in the Arrangement"),
        (device_on_a_track, "track 3 has a device"),
        (device_on_a_return, "return 1 has devices of its own"),
        (device_on_the_main_track, "the main track has devices"),
        (locator, "it has locators"),
        (play, "it is playing"),
    ],
)
def test_a_set_that_is_not_empty_is_refused_untouched(opened: Open, fill: Callable[[Any], None], words: str) -> None:
    on = opened()
    on.person(fill)
    on.tick(3)
    before, writes = on.digest(), on.world.counters.writes
    with pytest.raises(Refusal, match=words) as refused:
        probed(on)
    assert refused.value.code == "conflict"
    assert (on.digest(), on.world.counters.writes) == (before, writes)


def test_an_unknown_question_is_refused_by_name(opened: Open) -> None:
    with pytest.raises(Refusal, match=r"no question 'weather'; known: .*quantize_zero"):
        probed(opened(), "weather")


@pytest.mark.parametrize("names", [["wrappers"] * 200, ["w" * 200], [7]])
def test_a_list_of_questions_that_is_none_is_refused(opened: Open, names: list[Any]) -> None:
    on = opened()
    with pytest.raises(Refusal, match="questions must be") as refused:
        probed(on, *names)
    assert refused.value.code == "invalid_arguments"


def test_devices_of_a_default_track_do_not_stand_in_the_way(opened: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    on = opened()
    before = on.digest()
    kind: Any = on.world.song.__class__
    create: Any = kind.create_midi_track

    def create_with_an_instrument(song: Any, index: int) -> Any:
        track = create(song, index)
        track.insert_device("Operator", -1)
        return track

    monkeypatch.setattr(kind, "create_midi_track", create_with_an_instrument)
    questions = ("pad_solo", "envelopes_on_copies", "browser_load")
    assert all(row["status"] == "answered" for row in probed(on, *questions)["questions"])
    assert on.digest() == before


def interrupted(on: Rig, seconds: float) -> None:
    """A probe that is given up after so long, and time for Live to put everything back."""
    bridge = Bridge(on.home)

    async def ask() -> None:
        await bridge.connect()
        with pytest.raises(Refusal, match="did not answer within"):
            await bridge.probe(timeout=seconds)

    on.run(ask())
    on.run(asyncio.sleep(1.0))
    on.run(bridge.close())


@pytest.mark.parametrize("seconds", [0.25, 0.55, 1.3, 2.7, 6.1, 8.4])
def test_a_probe_that_is_cancelled_puts_everything_back(opened: Open, seconds: float) -> None:
    on = opened(overdub_without_arm="record", listeners_and_views="allow")
    before = on.digest()
    interrupted(on, seconds)
    assert on.digest() == before
    assert not on.world.song.is_playing
    assert probed(on, "wrappers")["switches"] == {"wrappers": "fresh"}


def test_a_connection_that_ends_stops_the_probe_and_everything_is_put_back(opened: Open) -> None:
    on = opened()
    before = on.digest()

    async def lose() -> None:
        bridge = Bridge(on.home)
        await bridge.connect()
        task = asyncio.ensure_future(bridge.probe(timeout=60.0))
        while len(on.world.song.tracks) == 4:
            await asyncio.sleep(0.05)
        await bridge.close()
        with pytest.raises(Refusal, match="ended while it was probed"):
            await task
        await asyncio.sleep(1.0)

    on.run(lose())
    assert on.digest() == before


def test_a_script_that_is_taken_out_in_the_middle_removes_what_it_made(opened: Open) -> None:
    on = opened()
    before = on.digest()

    async def leave() -> None:
        bridge = Bridge(on.home)
        await bridge.connect()
        task = asyncio.ensure_future(bridge.probe(timeout=60.0))
        while len(on.world.song.tracks) == 4:
            await asyncio.sleep(0.05)
        on.host.unload(on.surface)
        with pytest.raises(Refusal):
            await task
        await bridge.close()

    on.run(leave())
    assert on.digest() == before


def test_a_second_probe_at_the_same_time_is_told_to_wait(opened: Open) -> None:
    on = opened()

    async def both() -> tuple[Any, Any]:
        bridges = Bridge(on.home), Bridge(on.home)
        try:
            return tuple(
                await asyncio.gather(
                    *(bridge.probe(["timer_resolution"], timeout=60.0) for bridge in bridges), return_exceptions=True
                )
            )  # pyright: ignore[reportReturnType] - two of them
        finally:
            for bridge in bridges:
                await bridge.close()

    first, second = on.run(both())
    refused = first if isinstance(first, Refusal) else second
    assert isinstance(refused, Refusal)
    assert refused.code == "live_busy"


def test_a_persons_edit_meanwhile_stays_and_is_told(opened: Open) -> None:
    on = opened()

    async def edit() -> Any:
        bridge = Bridge(on.home)
        await bridge.connect()
        task = asyncio.ensure_future(bridge.probe(["timer_resolution"], timeout=60.0))
        await asyncio.sleep(0.5)
        on.host.person(lambda song: setattr(song, "tempo", 99.0))
        found = await task
        await bridge.close()
        return found

    assert on.run(edit())["left"] == ["the tempo differs from before"]
    assert on.world.song.tempo == 99.0


def test_the_report_holds_no_names_and_no_paths(opened: Open) -> None:
    on = opened()
    on.person(lambda song: setattr(song.tracks[0], "name", "Tante Erna"))
    on.person(lambda song: setattr(song.scenes[0], "name", "Tante Erna"))
    on.tick(3)
    told = json.dumps(probed(on))
    assert "Erna" not in told
    assert str(on.home) not in told
    assert "/" not in told.replace("min/max", "").replace("/beat", "")


def test_countins_own_state_version_moves_with_a_probe(opened: Open) -> None:
    on = opened()
    before = on.version()
    asked(on, ["note_check"])
    assert on.version() > before
