"""Whether a process is still there, on every system, without touching it."""

from __future__ import annotations

import os
import sys

_QUERY_LIMITED = 0x1000
_STILL_ACTIVE = 259


def is_alive(pid: int) -> bool:
    """True while `pid` is a running process."""
    if pid <= 0:
        return False
    if sys.platform == "win32":
        return _is_alive_on_windows(pid)
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except (PermissionError, OverflowError):
        # Somebody else's process, or no pid at all: never a Live of this user.
        return False
    return True


if sys.platform == "win32":
    import ctypes

    def _is_alive_on_windows(pid: int) -> bool:
        # os.kill(pid, 0) would send a console event there.
        kernel = ctypes.windll.kernel32
        handle = kernel.OpenProcess(_QUERY_LIMITED, False, pid)
        if not handle:
            return False
        code = ctypes.c_ulong()
        known = kernel.GetExitCodeProcess(handle, ctypes.byref(code))
        kernel.CloseHandle(handle)
        return bool(known) and code.value == _STILL_ACTIVE
