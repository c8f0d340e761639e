"""`python -m countin.sim`: the embedded Live as a process of its own."""

from __future__ import annotations

from countin.sim.hosting.process import main

raise SystemExit(main())
