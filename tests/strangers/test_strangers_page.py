"""The page about the embedded Live says of the strangers what their tests do."""

from __future__ import annotations

import re
from pathlib import Path

from benches.peers.homes import STRANGERS, TORDO

from strangers.stranger_steps import STEPS, commands_of
from strangers.tordo_plans import COMMANDS, OPERATIONS

DOCUMENT = Path(__file__).parents[2] / "docs" / "embedded-live.md"


def test_the_page_tells_how_many_commands_each_stranger_is_driven_over() -> None:
    rows = re.findall(r"^\| `([\w-]+)` \| ([\d.]+) \| (\d+) \|", DOCUMENT.read_text(encoding="utf-8"), re.MULTILINE)
    driven = {**{stranger: len(commands_of(stranger)) for stranger in STEPS}, TORDO: len(COMMANDS) + len(OPERATIONS)}
    assert all(number >= 15 for number in driven.values())
    assert rows == [(stranger.name, stranger.version, str(driven[stranger])) for stranger in STRANGERS]
