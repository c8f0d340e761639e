"""The one error of the file reader: what a damaged, hostile or foreign file is answered with."""

from __future__ import annotations


class SetFileError(Exception):
    """A Live file that cannot be read. The message names the file (its name only), what is wrong and where."""
