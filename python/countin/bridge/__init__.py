"""The bridge to the Remote Script inside Live: discovery, handshake, one connection, many requests in flight."""

from countin.bridge.answers import Execution, Observed, Recalled
from countin.bridge.client import Bridge, BridgeStatus, Job, Unsettled
from countin.bridge.discovery import FoundLive, find_lives
from countin.bridge.traffic import Traffic, counted

__all__ = [
    "Bridge",
    "BridgeStatus",
    "Execution",
    "FoundLive",
    "Job",
    "Observed",
    "Recalled",
    "Traffic",
    "Unsettled",
    "counted",
    "find_lives",
]
