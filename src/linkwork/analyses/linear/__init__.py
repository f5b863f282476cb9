"""Questions about small motions: linear models, modes, steady motions."""
