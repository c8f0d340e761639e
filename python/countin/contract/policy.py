"""The door where a call is told to plan or to execute. Today there is one policy: a token confirms."""

from __future__ import annotations

from typing import Literal

from countin.declaration import Guarded

Policy = Literal["token"]
"""How a change is confirmed. Asking the person, and running without a token, come later and will be consulted here."""


def decide(_: Policy, arguments: Guarded) -> Literal["plan", "execute"]:
    """Under `token`, a call executes exactly when it says `dryRun: false`."""
    return "plan" if arguments.dry_run else "execute"
