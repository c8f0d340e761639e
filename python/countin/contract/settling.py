"""What Live shows only some ticks after a write: looked at again until it is there or 20 ticks are over."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from countin._remote_script.Countin import wire
from countin.contract.looking import Looking
from countin.contract.outcome import Verdict, bounded
from countin.contract.plan import Planned
from countin.declaration import Settlement, Status
from countin.errors import Refusal


async def settle(looking: Looking, planned: Planned, verdict: Verdict) -> Verdict:
    """The verdict after looking again: `applied` once nothing remains, else `pending_postconditions`."""
    settlement = planned.draft.settlement
    if settlement is None:
        return verdict
    remaining, why = await _watch(looking, settlement, verdict.tick)
    if not remaining:
        return verdict
    status = Status(
        "pending_postconditions",
        f"Written and read back, but Live does not show all of it yet{why}. Look again before planning anew",
        bounded(remaining),
    )
    return replace(verdict, status=status)


async def _watch(looking: Looking, settlement: Settlement, tick: int) -> tuple[Sequence[str], str]:
    """Observe until nothing remains or the ticks are over: what remains, and why no longer."""
    remaining: Sequence[str] = ("nothing could be looked at after the write",)
    for _ in range(wire.SETTLE_TICKS):
        try:
            seen = await looking.observe((settlement.look,))
        except Refusal as refusal:
            return remaining, f" (looking again failed: {refusal.message})"
        remaining = tuple(settlement.remaining(seen.rows[settlement.look]))
        if not remaining or seen.tick - tick >= wire.SETTLE_TICKS:
            break
    return remaining, f" ({wire.SETTLE_TICKS} ticks on)"
