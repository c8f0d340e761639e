"""The one door: a call of any tool comes in here with decoded arguments, and one answer goes out."""

from __future__ import annotations

import secrets
import time
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, cast

import msgspec

from countin import core
from countin.bridge import Bridge, Traffic, counted
from countin.contract.hold import HoldEstimates, hold_warning
from countin.contract.log import Log
from countin.contract.looking import Looking
from countin.contract.operations import Operation, Operations, Plans
from countin.contract.outcomes import Outcomes
from countin.contract.plan import Planned, decoded_arguments, first_difference
from countin.contract.policy import Policy, decide
from countin.contract.reading import Observer
from countin.contract.running import Running
from countin.contract.tokens import LIFE_MS, Ticket, Tokens, new_token, same_text
from countin.declaration import Arguments, ContractTool, Guarded, Local, Mutation, Read, Tool
from countin.errors import Refusal
from countin.snapshots.library import Library
from countin.snapshots.shelf import Shelf

Progress = Callable[[float, float | None, str], Awaitable[None]]
PLAN_RESOURCE = "countin://plan/"
_OPERATION_BYTES = 12


@dataclass(frozen=True, slots=True)
class Result:
    """An answer. `is_error` only where a write ended otherwise than planned, or its end is not known."""

    body: dict[str, Any]
    is_error: bool = False
    cost: Mapping[str, int] = field(default_factory=dict[str, int])
    """What the call took on the bridge: `roundTrips`, `ticks` of Live, `bytesOut`, `bytesIn`."""


class Contract:
    """Plan, token, execution and outcome for every tool. `clock` is Unix time in seconds."""

    def __init__(
        self,
        *,
        bridge: Bridge,
        library: Library,
        log: Log,
        tokens: Tokens,
        tools: Mapping[str, Tool],
        clock: Callable[[], float] = time.time,
        randomness: Callable[[int], bytes] = secrets.token_bytes,
        policy: Policy = "token",
        shelf: Shelf | None = None,
    ) -> None:
        self._tokens = tokens
        self._tools = tools
        self._clock = clock
        self._randomness = randomness
        self._policy: Policy = policy
        looking = Looking(bridge)
        self._observer = Observer(looking, library, shelf)
        self._operations = Operations()
        self._plans = Plans(clock)
        self._holds = HoldEstimates()
        self._running = Running(bridge, looking, log, tokens, self._operations, self._holds, clock)
        self._outcomes = Outcomes(bridge, log, tokens, self._operations, self._running, clock)

    async def call(self, tool: Tool, arguments: Arguments, *, progress: Progress | None = None) -> Result:
        """Answer one call. Raises `Refusal` for what was not done."""
        with counted() as traffic:
            result = await self._answer(tool, arguments, progress)
        return replace(result, cost=_cost(traffic))

    async def _answer(self, tool: Tool, arguments: Arguments, progress: Progress | None) -> Result:
        if isinstance(tool, Read):
            return Result(await self._observer.answer(tool, arguments, progress))
        if isinstance(tool, Local):
            return Result(await self._observer.local(tool, arguments, progress))
        if isinstance(tool, Mutation):
            guarded = cast("Guarded", arguments)
            if decide(self._policy, guarded) == "plan":
                return self._offer(await self._observer.plan(tool, arguments, progress))
            return await self._execute(tool, guarded, progress)
        if isinstance(tool, ContractTool):
            return await self._serve(tool, decoded_service(arguments), progress)
        raise TypeError(f"{tool.name} is no tool that the contract knows how to answer")

    def plan_document(self, plan_hash: str) -> bytes | None:
        """All changes of a plan that is in memory, in canonical form (the content of `countin://plan/{planHash}`): its
        SHA-256 is what a shortened plan names."""
        planned = self._plans.by_hash(plan_hash)
        return None if planned is None else planned.changes.canonical()

    async def close(self) -> None:
        """Wait for what was sent to end, then close the connection."""
        await self._running.close()

    # --- planning ---

    def _offer(self, planned: Planned) -> Result:
        token, operation_id = new_token(self._randomness), f"op_{self._randomness(_OPERATION_BYTES).hex()}"
        now = self._now()
        ticket = Ticket(
            planned.tool.name, planned.plan_hash, operation_id, now + LIFE_MS, planned.instance, planned.decoded
        )
        self._tokens.issue(token, ticket)
        self._plans.add(operation_id, planned)
        self._operations.add(Operation(operation_id, planned.tool.name, planned.plan_hash, now))
        confirmation = {
            "token": token,
            "planHash": planned.plan_hash,
            "expiresAt": ticket.expires_at,
            "operationId": operation_id,
        }
        return Result({"dryRun": True, "plan": planned.plan, "confirmation": confirmation} | self._beside(planned))

    def _beside(self, planned: Planned) -> dict[str, Any]:
        """What stands beside a plan and not in it."""
        hold = self._holds.estimate(planned)
        beside: dict[str, Any] = {"estimatedHoldMs": hold}
        warning = hold_warning(hold)
        if warning is not None:
            beside["holdWarning"] = warning
        if planned.shortened:
            beside["planRef"] = PLAN_RESOURCE + planned.plan_hash
        if planned.tool.family == "live-maestro":
            beside["next"] = (
                "Nothing was changed yet. To run exactly this plan, call execute_plan with confirmation.token as "
                f"confirmationToken and confirmation.planHash as planHash within {LIFE_MS // 1000} s"
            )
        return beside

    # --- executing ---

    async def _execute(self, tool: Mutation, arguments: Guarded, progress: Progress | None) -> Result:
        token = _required(arguments.confirmation_token, "confirmationToken")
        plan_hash = _required(arguments.plan_hash, "planHash")
        ticket = self._ticket(token, plan_hash, tool.name)
        planned = self._plans.get(ticket.operation_id)
        known = planned.decoded if planned is not None else ticket.arguments
        if known is not None:
            _check_arguments(known, decoded_arguments(arguments))
        if planned is None:
            planned = await self._plan_again(tool, arguments, plan_hash)
        return await self._run(token, ticket, planned, progress)

    async def _execute_plan(self, members: Mapping[str, Any], progress: Progress | None) -> Result:
        token = _required(members.get("confirmationToken"), "confirmationToken")
        plan_hash = _required(members.get("planHash"), "planHash")
        ticket = self._ticket(token, plan_hash, None)
        planned = self._plans.get(ticket.operation_id)
        if planned is None:
            tool = self._tools.get(ticket.tool)
            if ticket.arguments is None or not isinstance(tool, Mutation):
                raise Refusal(
                    "plan_gone",
                    f"The plan is no longer in memory. Send the full call of {ticket.tool} with dryRun false, this "
                    "confirmationToken and planHash",
                )
            planned = await self._plan_again(tool, _arguments_of(tool, ticket.arguments), plan_hash)
        return await self._run(token, ticket, planned, progress)

    def _ticket(self, token: str, plan_hash: str, tool: str | None) -> Ticket:
        """The ticket of a token that confirms this plan of this tool. Nothing is burned."""
        ticket = self._tokens.find(token)
        if tool is not None and ticket.tool != tool:
            raise Refusal(
                "plan_changed",
                f"This confirmationToken confirms a plan of {ticket.tool}, not of {tool}. It still can",
                path="/confirmationToken",
            )
        if not same_text(ticket.plan_hash, plan_hash):
            raise Refusal(
                "plan_changed",
                "planHash is not that of the plan which this confirmationToken confirms. Pass the planHash that came "
                "with the token, or plan anew; the token can still be used",
                path="/planHash",
            )
        return ticket

    async def _plan_again(self, tool: Mutation, arguments: Arguments, plan_hash: str) -> Planned:
        """A plan that is not in memory follows again from arguments and observation, or the Set has changed."""
        planned = await self._observer.plan(tool, arguments, None)
        if planned.plan_hash != plan_hash:
            raise Refusal(
                "plan_changed",
                "Planned again, the plan is another one: what it rests on has changed since. Nothing was changed; look "
                "again and plan anew",
            )
        return planned

    async def _run(self, token: str, ticket: Ticket, planned: Planned, progress: Progress | None) -> Result:
        verdict = await self._running.run(token, ticket, planned, progress)
        body = self._running.answer(ticket.operation_id, planned, verdict)
        return Result(body, verdict.is_error)

    # --- services ---

    async def _serve(self, tool: ContractTool, members: Mapping[str, Any], progress: Progress | None) -> Result:
        if tool.service == "execute_plan":
            return await self._execute_plan(members, progress)
        return Result(await self._outcomes.answer(members.get("operationId"), members.get("confirmationToken")))

    def _now(self) -> int:
        return int(self._clock() * 1000)


def _cost(traffic: Traffic) -> dict[str, int]:
    return {
        "roundTrips": traffic.round_trips,
        "ticks": traffic.ticks,
        "bytesOut": traffic.bytes_out,
        "bytesIn": traffic.bytes_in,
    }


def decoded_service(arguments: Arguments) -> dict[str, Any]:
    """The arguments of a service by their wire names."""
    return cast("dict[str, Any]", msgspec.to_builtins(arguments))


def _required(value: object, name: str) -> str:
    if isinstance(value, str) and value:
        return value
    raise Refusal(
        "invalid_arguments",
        f"Executing needs {name}: call with dryRun true first, then pass the token and planHash of its confirmation",
        path=f"/{name}",
    )


def _check_arguments(planned: dict[str, Any], given: dict[str, Any]) -> None:
    """Compared in canonical form first: only what differs is looked at closely."""
    if core.canonical(planned) == core.canonical(given):
        return
    path = first_difference(planned, given) or ""
    raise Refusal(
        "plan_changed",
        f"The arguments are not those that were planned; the first that differs is {path or 'the whole'}. Pass the "
        "planned ones, or plan anew; the token can still be used",
        path=path,
    )


def _arguments_of(tool: Mutation, decoded: dict[str, Any]) -> Arguments:
    try:
        return msgspec.convert(decoded, tool.arguments)
    except msgspec.ValidationError:
        raise Refusal("plan_gone", "The stored arguments no longer fit this tool: plan anew") from None
