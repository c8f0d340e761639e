"""How a recall is planned, for every family: the core finds what differs and makes the rows to write; here they become
a draft, with what it rests on, what it warns of, and what must be looked at once more afterwards. Pure.
"""

from __future__ import annotations

from countin.core import Capture, CoreError, Recall, Snapshot
from countin.declaration import Draft, Reliance, Seen, Settlement, Step
from countin.errors import Refusal
from countin.tools import effects
from countin.tools.families import Address, Family
from countin.tools.wording import several


def recall_of(capture: Capture, target: Snapshot, onto: str, *, inline: bool) -> Recall:
    """What must be written. Raises `Refusal` (`does_not_fit`) with the place in the snapshot."""
    try:
        return capture.recall(target)
    except CoreError as error:
        raise Refusal(
            "does_not_fit",
            f"{error.message} (onto {onto})",
            path=f"/snapshot{error.path}" if inline else "/snapshot",
            details=error.details | ({} if inline else {"snapshotPath": error.path}),
        ) from None


def draft(family: Family, address: Address, target: Snapshot, seen: Seen, *, inline: bool) -> Draft:
    """The plan of a recall. Raises `Refusal`."""
    look, onto = family.onto(address, target), address[-1]
    recall = recall_of(seen.captured(look), target, onto, inline=inline)
    values = recall.values
    if not values.count:
        followers = recall.follower_count
        follows = f" ({followers} values differ, but are driven by macros)" if followers else ""
        raise Refusal("nothing_to_change", f"{onto} already holds this snapshot{follows}; nothing to execute")
    return Draft(
        operations=((Step(effects.VALUES, values),),),
        rests_on=(Reliance(f"{family.name} of {onto} at level {min(target.level, family.level)}", look),),
        summary=f"Recall {target.reference[:17]} ({target.format}) onto {onto}: {values.count} values differ, of "
        f"{target.parameter_count} parameters on {target.device_count} devices",
        warnings=_warnings(recall),
        settlement=Settlement(look, lambda now: now.remaining(target)) if recall.settles else None,
    )


def _warnings(recall: Recall) -> tuple[str, ...]:
    warnings: list[str] = []
    count = recall.automated_count
    if count:
        warnings.append(f"{count} under playing automation, which the recall overrides: {several(recall.automated)}.")
    if recall.follower_count:
        warnings.append(
            f"{recall.follower_count} driven by macros are not written and must follow their macro: "
            f"{several(recall.followers)}."
        )
    if recall.renamed:
        names = [f"{name} ({before!r}, saved as {after!r})" for name, before, after in recall.renamed]
        warnings.append(f"{len(names)} chains are named differently and keep their names: {several(names)}.")
    return tuple(warnings)
