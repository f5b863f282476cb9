"""`python -m linkwork`: the shell command."""

try:
    from linkwork.cli import main

    main()
except KeyboardInterrupt:
    raise SystemExit(130) from None
