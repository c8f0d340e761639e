"""Countin: an MCP server that lets an agent work in Ableton Live without ever ruining a Set."""

__all__ = ["__version__"]

__version__ = "0.1.0"
