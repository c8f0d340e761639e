"""Countin's Remote Script: what runs inside Ableton Live. Importing this package imports nothing else.

This file alone must parse on Python 3.7, so that an older Live shows one clear sentence instead of a syntax error.
"""

NEEDED = "Countin needs Live 12.1 or later."


def create_instance(c_instance: object) -> object:
    """Called by Live when Countin is chosen as a control surface. A Live before 12.1 (its Python is 3.7) shows why not,
    and the slot stays empty."""
    import sys

    import Live

    application = Live.Application.get_application()
    version = (application.get_major_version(), application.get_minor_version())
    if sys.version_info < (3, 11) or version < (12, 1):
        getattr(c_instance, "show_message")(NEEDED)
        raise RuntimeError("%s This is Live %d.%d." % (NEEDED, version[0], version[1]))
    from .script import Countin

    return Countin(c_instance)  # pyright: ignore[reportArgumentType]  (Live gives what script.CInstance describes)
