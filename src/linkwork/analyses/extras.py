"""Libraries that are not always installed: asked for when first used, named with their extra when missing."""

from __future__ import annotations

import importlib
from typing import Any


def optional(module: str, extra: str) -> Any:
    """The module, or an ImportError that says how to install it.

    >>> plt = optional("matplotlib.pyplot", "plot")
    """
    try:
        return importlib.import_module(module)
    except ModuleNotFoundError as error:
        name = module.partition(".")[0]
        if error.name is None or error.name.partition(".")[0] != name:
            raise  # it is installed, and something that it needs is not
        raise ImportError(f'{name} is not installed: run pip install "linkwork[{extra}]"', name=name) from None
