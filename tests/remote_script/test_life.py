"""The script comes and goes and leaves nothing behind."""

from __future__ import annotations

import gc
import socket
from typing import Any

import pytest

from countin._remote_script.Countin import frames, wire
from countin.sim.demo import demo_set
from script_stage import SCRIPT, Client, Stage


def listeners(stage: Stage) -> int:
    return stage.world.counters.listeners


def test_fifty_lives_leave_no_listener_timer_socket_or_file(demo: Stage) -> None:
    demo.host.unload(demo.surface)
    assert listeners(demo) == 0
    for life in range(50):
        surface = demo.host.load_script(SCRIPT)
        demo.surface = surface
        client = demo.client()
        demo.follow_the_clock_of_live()
        client.see(wire.CHAIN, wire.ChainAsked("track-0", 4))
        assert listeners(demo) > 4
        if life % 2:
            client.ask("observe", {}, b"")  # on its way when the end comes
        port = client.description["port"]
        demo.host.unload(surface)
        assert listeners(demo) == 0
        assert demo.files() == []
        client.wait_closed(3)
        with pytest.raises(ConnectionRefusedError), socket.create_connection(("127.0.0.1", port), 0.5):
            pass
    assert not demo.world.timers.next_due(1e9)


def test_the_timer_runs_only_while_somebody_is_connected(stage: Stage) -> None:
    stage.host.tick(2)
    assert stage.world.timers.next_due(1e9) is None
    client = stage.client()
    assert stage.world.timers.next_due(1e9) is not None
    client.close()
    stage.host.tick(3)
    assert stage.world.timers.next_due(1e9) is None


def test_a_set_that_is_opened_begins_a_new_life(stage: Stage, client: Client) -> None:
    instance = client.instance
    stage.host.open_set(demo_set())
    client.wait_closed()
    again = stage.client()
    assert again.instance != instance
    assert again.see(wire.STATE).tracks == 7


def test_the_display_may_be_updated_before_the_beginning_and_after_the_end(stage: Stage) -> None:
    surface: Any = stage.script
    kind: Any = surface.__class__
    unborn: Any = kind.__new__(kind)
    unborn.update_display()
    stage.host.unload(stage.surface)
    surface.update_display()
    surface.disconnect()
    surface.disconnect()
    assert stage.files() == []


def test_a_life_that_ends_within_its_own_tick_ends_cleanly(stage: Stage, client: Client) -> None:
    surface: Any = stage.script
    look = surface._live.version.look
    surface._live.version.look = lambda: (look(), surface.disconnect())
    client.ask("observe", {}, b"")
    client.wait_closed()
    assert stage.files() == []
    assert not [line for line in stage.host.log if "rror" in line]


def test_a_tick_within_a_tick_does_nothing(stage: Stage, client: Client) -> None:
    surface: Any = stage.script
    live = surface._live
    ticks: list[int] = []
    look = live.version.look

    def nested() -> None:
        ticks.append(live.tick)
        surface.update_display()
        look()

    live.version.look = nested
    assert client.see(wire.STATE).tracks == 4
    assert len(ticks) == len(set(ticks))


def test_a_failure_in_a_tick_is_logged_once_and_the_next_tick_works(stage: Stage, client: Client) -> None:
    surface: Any = stage.script
    look, failures = surface._live.version.look, [3]

    def failing() -> None:
        if failures[0]:
            failures[0] -= 1
            raise RuntimeError("a secret text")
        look()

    surface._live.version.look = failing
    assert client.see(wire.STATE).tracks == 4
    lines = [line for line in stage.host.log if "failed" in line]
    assert len(lines) == 1
    assert "secret" not in lines[0]


def test_the_log_holds_no_secret(stage: Stage, client: Client) -> None:
    client.see(wire.STATE)
    stage.host.unload(stage.surface)
    assert not any(client.description["secret"] in line for line in stage.host.log)


def test_the_file_follows_the_name_of_the_set(stage: Stage) -> None:
    def rename(song: Any) -> None:
        pass

    stage.person(rename)
    stage.script._live.name = lambda: "Saved under another name"
    stage.pass_time(1.5)
    stage.host.tick()
    assert stage.description()["setName"] == "Saved under another name"


def test_the_interpreter_is_left_as_it_was(stage: Stage, client: Client) -> None:
    import sys

    client.see(wire.STATE)
    assert gc.isenabled()
    assert socket.getdefaulttimeout() is None
    assert sys.getswitchinterval() == 0.005
    assert client.wait(lambda frame: frame.kind == frames.EVENT)


def test_every_call_that_live_makes_on_a_surface_is_answered(stage: Stage) -> None:
    surface: Any = stage.script
    surface.connect_script_instances([])
    surface.refresh_state()
    surface.build_midi_map(1)
    surface.receive_midi((1, 2, 3))
    surface.receive_midi_chunk(((1, 2, 3),))
    surface.port_settings_changed()
    surface.lock_to_device(None)
    surface.unlock_from_device(None)
    surface.set_appointed_device(None)
    surface.toggle_lock()
    surface.restore_bank(0)
    called: list[int] = []
    surface.call_listeners([lambda: called.append(1)])
    assert called == [1]
    assert surface.instance_identifier() == 0
    assert (surface.suggest_input_port(), surface.suggest_output_port()) == ("", "")
    assert (surface.suggest_map_mode(1, 1), surface.suggest_needs_takeover(1, 1)) == (-1, False)
    assert (surface.can_lock_to_devices(), surface.supports_pad_translation()) == (False, False)
