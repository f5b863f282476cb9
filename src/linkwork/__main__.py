"""`python -m linkwork`: the shell command."""

from linkwork.cli import main

main()
