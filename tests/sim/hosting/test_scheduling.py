"""Scheduled messages and tasks: when they run, and what one that fails does to the others."""

from __future__ import annotations

from contextlib import nullcontext

import pytest
from hypothesis import given
from hypothesis import strategies as st

from countin.sim.hosting.scheduling import ScheduledMessages
from countin.sim.hosting.tasks import SequenceTask, TaskGroup, delay, run, sequence, wait


class Log:
    """A queue, and the turn at which each message ran."""

    def __init__(self) -> None:
        self.messages = ScheduledMessages()
        self.turns = 0
        self.ran: list[tuple[int, str]] = []

    def schedule(self, delay_in_turns: int, name: str) -> None:
        self.messages.add(delay_in_turns, lambda: self.ran.append((self.turns, name)))

    def turn(self, times: int = 1) -> None:
        for _ in range(times):
            self.turns += 1
            self.messages.turn(nullcontext)


@pytest.mark.parametrize(("asked", "runs_at"), [(0, 1), (1, 1), (2, 2), (5, 5)])
def test_a_message_runs_at_its_turn_and_never_before_the_next_one(asked: int, runs_at: int) -> None:
    log = Log()
    log.schedule(asked, "it")
    log.turn(8)
    assert log.ran == [(runs_at, "it")]


def test_what_a_message_schedules_runs_at_the_next_turn() -> None:
    log = Log()
    log.messages.add(0, lambda: log.schedule(0, "inner"))
    log.turn(3)
    assert log.ran == [(2, "inner")]


def test_the_parameter_is_passed_only_when_it_is_truthy() -> None:
    got: list[tuple[object, ...]] = []
    messages = ScheduledMessages()
    for parameter in (7, 0, None, "x"):
        messages.add(1, lambda *arguments: got.append(arguments), parameter)
    messages.turn(nullcontext)
    assert got == [(7,), (), (), ("x",)]


def test_a_message_that_raises_does_not_starve_the_ones_behind_it() -> None:
    log = Log()

    def fail() -> None:
        raise ValueError("no")

    log.messages.add(1, fail)
    log.schedule(1, "behind")
    with pytest.raises(ValueError, match="no"):
        log.turn()
    assert log.ran == [(1, "behind")]


def test_several_failures_come_as_a_group() -> None:
    messages = ScheduledMessages()
    for _ in range(2):
        messages.add(1, lambda: 1 // 0)
    with pytest.raises(ExceptionGroup) as caught:
        messages.turn(nullcontext)
    assert len(caught.value.exceptions) == 2


@given(st.lists(st.integers(0, 6), max_size=30))
def test_messages_run_by_turn_and_within_a_turn_in_the_order_they_were_asked_for(delays: list[int]) -> None:
    log = Log()
    for index, asked in enumerate(delays):
        log.schedule(asked, str(index))
    log.turn(7)
    expected = sorted((max(1, asked), index) for index, asked in enumerate(delays))
    assert log.ran == [(turn, str(index)) for turn, index in expected]
    assert len(log.messages) == 0


def test_a_sequence_runs_its_parts_in_order_and_waits_where_it_is_told() -> None:
    ran: list[str] = []
    group = TaskGroup()
    group.add(sequence(run(lambda: ran.append("a")), delay(2), run(lambda: ran.append("b")), wait(0.2)))
    seen: list[list[str]] = []
    for _ in range(3):
        group.update(0.1)
        seen.append(list(ran))
    assert seen == [["a"], ["a", "b"], ["a", "b"]]


def test_a_killed_sequence_starts_from_the_beginning_when_restarted() -> None:
    ran: list[int] = []
    task = SequenceTask(run(lambda: ran.append(1)))
    task.update(0.1)
    assert task.is_killed
    task.restart()
    task.update(0.1)
    assert ran == [1, 1]


def test_a_task_that_fails_ends_and_the_others_go_on() -> None:
    ran: list[int] = []
    group = TaskGroup()
    group.add(lambda _: 1 // 0)

    def go_on(_: float) -> int:
        ran.append(1)
        return 1

    group.add(go_on)
    with pytest.raises(ZeroDivisionError):
        group.update(0.1)
    group.update(0.1)
    assert ran == [1, 1]


def test_a_paused_task_rests_until_it_is_resumed() -> None:
    ran: list[int] = []
    task = run(lambda: ran.append(1))
    task.pause()
    task.update(0.1)
    assert not ran
    task.resume()
    task.update(0.1)
    assert ran == [1]
