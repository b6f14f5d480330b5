"""`python -m grognard.cli` is the command `grognard`."""

from grognard.cli.main import main

raise SystemExit(main())
