"""The face: the MCP server. It knows the protocol and the declarations of tools, and nothing of Live."""
