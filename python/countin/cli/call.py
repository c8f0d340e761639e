"""`countin call`: one call of one tool, as an agent would make it. Plan and execution may be two calls: tokens are kept
in files between them."""

from __future__ import annotations

import argparse
import asyncio
import json
import sys
from collections.abc import Mapping
from typing import Any, cast

from countin.cli.terminal import plain
from countin.errors import Refusal


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("tool", help="the tool's name")
    parser.add_argument("--args", default="{}", metavar="JSON", help="its arguments as a JSON object, or - for stdin")
    parser.add_argument("--live", type=int, metavar="PID", help="which Live, where several run")
    parser.add_argument("--timeout", type=float, default=10.0, metavar="SECONDS", help="how long a read waits for Live")


def run(options: argparse.Namespace) -> int:
    from countin.tools.registry import BY_NAME

    tool = BY_NAME.get(options.tool)
    if tool is None:
        raise Refusal("not_found", f"no tool is named {options.tool[:40]!r}; there are: {', '.join(sorted(BY_NAME))}")
    arguments = _object(sys.stdin.read() if options.args == "-" else options.args)
    body, is_error = asyncio.run(_call(options, options.tool, arguments))
    print(plain(json.dumps(body, ensure_ascii=False, indent=2)))
    return 1 if is_error else 0


def _object(text: str) -> Mapping[str, Any]:
    try:
        value: object = json.loads(text)
    except (ValueError, RecursionError):
        raise Refusal("invalid_arguments", "--args is not JSON; quote it for your shell: --args '{\"…\": …}'") from None
    if not isinstance(value, dict):
        raise Refusal("invalid_arguments", "--args is not a JSON object: {…}")
    return cast("dict[str, Any]", value)


async def _call(options: argparse.Namespace, name: str, arguments: Mapping[str, Any]) -> tuple[dict[str, Any], bool]:
    from countin.cli.assembly import Wanted, assemble
    from countin.face.server import call
    from countin.tools.registry import BY_NAME

    app = assemble(Wanted(live_pid=options.live, timeout=options.timeout, tokens="files"))
    try:
        result = await call(app, BY_NAME[name], arguments, None)
    finally:
        await app.close()
    return result["structuredContent"], bool(result.get("isError"))
