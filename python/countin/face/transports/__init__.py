"""How a client is reached: stdio now; streamable HTTP stands beside it."""
