"""`python -m countin`: the command line, for machines where the console script is not on the path."""

import sys

from countin.cli import main

sys.exit(main())
