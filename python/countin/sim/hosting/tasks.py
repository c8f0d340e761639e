"""The framework's tasks, as far as scripts use them without its source: a group that is driven once a display turn."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from countin.sim.hosting.scheduling import raise_all

KILLED, RUNNING, PAUSED = range(3)


class Task:
    """A piece of work that is updated with the seconds since the last turn until it kills itself."""

    def __init__(self) -> None:
        self._state = RUNNING

    @property
    def is_running(self) -> bool:
        """Whether the task takes part in the next turn."""
        return self._state == RUNNING

    @property
    def is_killed(self) -> bool:
        """Whether the task is over for good."""
        return self._state == KILLED

    def kill(self) -> None:
        """End the task."""
        self._state = KILLED

    def pause(self) -> None:
        """Stop until resumed; a killed task stays killed."""
        if not self.is_killed:
            self._state = PAUSED

    def resume(self) -> None:
        """Go on after a pause."""
        if not self.is_killed:
            self._state = RUNNING

    def restart(self) -> None:
        """Run again from the beginning, even when killed."""
        self._state = RUNNING

    def update(self, timer: float) -> None:
        """One turn of `timer` seconds."""
        if self.is_running:
            self.do_update(timer)

    def do_update(self, timer: float) -> None:
        """What a kind of task does in a turn; a plain task does nothing."""


class FuncTask(Task):
    """A task that calls a function each turn, with the seconds, and ends when that returns KILLED or None."""

    def __init__(self, func: Callable[[float], Any]) -> None:
        super().__init__()
        self._func = func

    def do_update(self, timer: float) -> None:
        if self._func(timer) in (KILLED, None):
            self.kill()


class WaitTask(Task):
    """A task that lasts `duration`: seconds, or turns when `in_turns`."""

    def __init__(self, duration: float, in_turns: bool = False) -> None:
        super().__init__()
        self._duration, self._remaining, self._in_turns = duration, duration, in_turns

    def restart(self) -> None:
        super().restart()
        self._remaining = self._duration

    def do_update(self, timer: float) -> None:
        self._remaining -= 1.0 if self._in_turns else timer
        if self._remaining <= 1e-9:
            self.kill()


class SequenceTask(Task):
    """Tasks one after the other; a task that takes no time lets the next one run in the same turn."""

    def __init__(self, *tasks: Task) -> None:
        super().__init__()
        self._tasks = tasks
        self._position = 0

    def restart(self) -> None:
        super().restart()
        self._position = 0
        for task in self._tasks:
            task.restart()

    def do_update(self, timer: float) -> None:
        while self._position < len(self._tasks):
            self._tasks[self._position].update(timer)
            if not self._tasks[self._position].is_killed:
                return
            self._position += 1
        self.kill()


class TaskGroup(Task):
    """Tasks driven together. Killed ones leave the group at the end of a turn (`auto_kill` ends an empty group too)."""

    def __init__(self, auto_kill: bool = False) -> None:
        super().__init__()
        self.auto_kill = auto_kill
        self._tasks: list[Task] = []

    def add(self, task: Task | Callable[[float], Any]) -> Task:
        """Take a task, or a function that becomes one, and answer the task."""
        added = task if isinstance(task, Task) else FuncTask(task)
        self._tasks.append(added)
        return added

    def remove(self, task: Task) -> None:
        """Drop a task. ValueError when the group does not hold it."""
        self._tasks.remove(task)

    def clear(self) -> None:
        """Drop all tasks."""
        self._tasks.clear()

    def do_update(self, timer: float) -> None:
        errors: list[Exception] = []
        for task in tuple(self._tasks):
            try:
                task.update(timer)
            except Exception as error:  # noqa: BLE001 - a script's task that fails must not stop the others
                task.kill()
                errors.append(error)
        self._tasks = [task for task in self._tasks if not task.is_killed]
        if self.auto_kill and not self._tasks:
            self.kill()
        raise_all(errors)


def run(func: Callable[[], Any]) -> Task:
    """A task that calls `func` once."""

    def call(_: float) -> None:
        func()

    return FuncTask(call)


def wait(seconds: float) -> Task:
    """A task that lasts some seconds."""
    return WaitTask(seconds)


def delay(turns: int) -> Task:
    """A task that lasts some display turns."""
    return WaitTask(float(turns), in_turns=True)


def sequence(*tasks: Task) -> Task:
    """Tasks one after the other."""
    return SequenceTask(*tasks)
