"""The contract: plan, hash, token, execution and outcome, once, for every tool. It knows no particular tool."""

from countin.contract.contract import Contract, Result
from countin.contract.log import Log
from countin.contract.policy import Policy
from countin.contract.token_files import FileTokens
from countin.contract.tokens import MemoryTokens, Tokens

__all__ = ["Contract", "FileTokens", "Log", "MemoryTokens", "Policy", "Result", "Tokens"]
