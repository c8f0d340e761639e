"""Other people's servers, as they come from PyPI, live in the embedded Live: what each claims is what the Set shows,
and where it is known to claim what is not so, the Set shows that too. Slow: each has an environment of its own."""

from __future__ import annotations

from contextlib import ExitStack
from pathlib import Path

import pytest
from benches.peers.homes import ABLETON_AI, ABLETON_MCP, LIVE_SERVER, LIVEMCP, Stranger

from countin.sim.hosting.child import ChildError
from countin.sim.hosting.options import Manner
from strangers.stranger_hosting import hosted
from strangers.stranger_steps import CLIP, EQ, ON, SONG, STEPS, TRACK, commands_of, found_in

pytestmark = [pytest.mark.strangers, pytest.mark.timeout(900)]  # The first run builds five environments.

SLOT = {"track_index": 7, "clip_index": 0}
MANNERS: dict[Stranger, Manner] = {LIVEMCP: "live", LIVE_SERVER: "strict", ABLETON_MCP: "live", ABLETON_AI: "live"}
"""Only who touches Live on its own thread alone lives in the strict manner; the others read from their sockets'."""
STALL = 6000
"""Turns that Live is stalled: at ten times real time longer than the strangers wait; skipped by turns afterwards."""


@pytest.mark.parametrize("stranger", STEPS, ids=lambda stranger: stranger.name)
def test_what_a_stranger_claims_is_what_the_set_shows(stranger: Stranger, tmp_path: Path) -> None:
    with hosted(stranger, tmp_path, MANNERS[stranger]) as guest:
        assert commands_of(stranger) <= guest.server.tools()
        for step in STEPS[stranger]:
            guest.do(step)


def test_livemcp_says_a_device_is_off_that_stays_on_and_cannot_set_the_first_parameter(tmp_path: Path) -> None:
    with hosted(LIVEMCP, tmp_path) as guest:
        switch = {"track_index": 1, "device_index": 1, "parameter_index": 0, "value": 0.0}
        refused = guest.server.call("set_device_parameter", switch)
        assert (refused.is_error, "Must provide either" in refused.text) == (True, True)
        claim = guest.claim("enable_device", track_index=1, device_index=1, enabled=False)
        assert found_in(claim.text, ("is_enabled",)) is False
        assert guest.shows(EQ, "is_active") is True
        assert guest.shows(ON, "value") == 1.0


@pytest.mark.parametrize("stranger", [LIVEMCP, ABLETON_MCP, ABLETON_AI], ids=lambda stranger: stranger.name)
def test_who_reads_from_another_thread_is_found_out_by_the_strict_manner(stranger: Stranger, tmp_path: Path) -> None:
    with hosted(stranger, tmp_path, "strict") as guest:
        assert "thread" in guest.server.call("get_session_info", {}).text


def test_mcp_server_ableton_live_reads_back_too_early(tmp_path: Path) -> None:
    """Live shows these a turn later; the claim holds what was there before."""
    with hosted(LIVE_SERVER, tmp_path) as guest:
        assert "record: False" in guest.claim("set_record_mode", enabled=True).text
        assert guest.shows(SONG, "record_mode") is True
        guest.claim("set_record_mode", enabled=False)
        assert "enabled=False" in guest.claim("set_loop", start=8.0, length=4.0, enabled=True).text
        assert guest.shows(SONG, "loop") is True
        guest.claim("stop_playback")
        claim = guest.claim("get_session_info")
        assert found_in(claim.text, ("master_track", "name")) == "Master"
        assert guest.shows("song.master_track", "name") == "Main"


def test_ableton_mcp_knows_no_notes_beyond_the_clips_length_nor_the_device_it_loaded(tmp_path: Path) -> None:
    with hosted(ABLETON_MCP, tmp_path) as guest:
        guest.claim("create_midi_track", index=-1)
        guest.claim("create_clip", **SLOT, length=4.0)
        notes = [{"pitch": 60, "start_time": float(beat), "duration": 0.5, "velocity": 90} for beat in range(16)]
        guest.claim("add_notes_to_clip", **SLOT, notes=notes)
        assert guest.shows(CLIP, "get_all_notes_extended()") == 16
        assert found_in(guest.claim("get_clip_notes", **SLOT).text, ("note_count",)) < 8
        assert "Cleared 4 note(s)" in guest.claim("clear_notes_from_clip", **SLOT).text
        assert guest.shows(CLIP, "get_all_notes_extended()") == 12
        claim = guest.claim("load_instrument_or_effect", track_index=7, uri="query:Synths#Operator")
        assert claim.text.endswith("Devices on track: ")
        assert guest.shows(TRACK, "devices") == 1


def test_ableton_ai_claims_what_live_has_not_done(tmp_path: Path) -> None:
    with hosted(ABLETON_AI, tmp_path) as guest:
        guest.claim("create_midi_track", index=-1)
        guest.claim("create_clip", **SLOT, length=4.0)
        claim = guest.claim("set_clip_follow_action", **SLOT, action_a="next", chance=1.0)
        assert claim.text.startswith("Set follow action")
        assert guest.server.call(
            "set_clip_follow_action", {"track_index": 99, "clip_index": 0, "action_a": "next"}
        ) == (type(claim)("Set follow action on clip at track 99, slot 0", is_error=False))
        assert "delay to -10.0ms" in guest.claim("set_track_delay", track_index=7, delay_ms=-10.0).text
        with pytest.raises(ChildError, match="no attribute 'follow_action_a'"):
            guest.live.person(CLIP, get="follow_action_a")
        claim = guest.claim("set_clip_start_marker", **SLOT, position=99.0)
        assert claim.text.startswith("Set start marker")
        assert guest.shows(CLIP, "start_marker") == 0.0
        notes = [{"pitch": 60, "start_time": float(beat), "duration": 0.5, "velocity": 90} for beat in range(8)]
        guest.claim("add_notes_to_clip", **SLOT, notes=notes)
        assert guest.claim("remove_all_notes", **SLOT).text.startswith("Removed all notes")
        assert guest.shows(CLIP, "get_all_notes_extended()") == 4
        assert guest.claim("start_recording").text == "Failed to start recording"
        assert guest.shows(SONG, "record_mode") is True


def test_who_tells_the_truth_of_a_stalled_live(tmp_path: Path) -> None:
    """Live stands still for longer than everybody's patience of 10 s. All three say that no track was created; two of
    them have one all the same once Live goes on. Told at once, so that the waiting is shared."""
    with ExitStack() as stack:
        guests = [
            stack.enter_context(hosted(stranger, tmp_path)) for stranger in (ABLETON_MCP, ABLETON_AI, LIVE_SERVER)
        ]
        for guest in guests:
            guest.live.fault("stall", turns=STALL)
        waiting = [guest.server.begin("create_midi_track", {"index": -1}) for guest in guests]
        claims = [future.result(60) for future in waiting]
        assert all("Created" not in claim.text for claim in claims), claims
        appeared = {guest.stranger.name: guest.shows("song", "tracks", STALL) - 7 for guest in guests}
        assert appeared == {"ableton-mcp": 1, "ableton-ai": 1, "mcp-server-ableton-live": 0}, claims


def test_livemcp_says_that_it_failed_in_a_stalled_live_and_yet_it_has_not(tmp_path: Path) -> None:
    """Its client and its script wait 15 s each. Whose patience ends first is a race: a client that is first sends the
    command again, up to three times, and as many tracks appear."""
    with hosted(LIVEMCP, tmp_path) as guest:
        guest.live.fault("stall", turns=STALL)
        claim = guest.server.call("create_midi_track", {})
        assert claim.is_error, claim
        assert 1 <= guest.shows("song", "tracks", STALL) - 7 <= 3
