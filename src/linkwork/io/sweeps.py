"""Sweeps as netCDF files: the designs and outputs, and the mechanism and cases that they belong to."""

from __future__ import annotations

import json
import os
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from linkwork.analyses.design.sweeps.sweep_result import Sweep
from linkwork.analyses.design.sweeps.tables import DesignTable
from linkwork.description.errors import DescriptionError
from linkwork.io.cases import case_data, read_cases
from linkwork.io.checksum import require_readable
from linkwork.io.files import plain
from linkwork.io.netcdf import netcdf
from linkwork.io.reading import FileError
from linkwork.io.runs import description, stored_model
from linkwork.model.model import Model

if TYPE_CHECKING:
    from xarray import Dataset

VERSION = 1


def with_question(data: Dataset, sweep: Sweep) -> Dataset:
    """Return the dataset of a sweep with what `load` needs beside it."""
    data.attrs |= {
        "linkwork_sweep": VERSION, "paths": json.dumps(sweep.designs.paths), "outputs": json.dumps(list(sweep.outputs)),
        "asked": json.dumps({name: plain(case_data(case)) for name, case in sweep.asked.items()}),
        "folder": "" if sweep.folder is None else str(sweep.folder.resolve()),
    }  # fmt: skip
    data["description"] = ((), description(sweep.base))
    data["parameter_value"] = (("parameter",), sweep.base.numbers.values)
    return data


def load(path: str | PathLike, model: Model | None = None, *, allow_code: bool = False) -> Sweep:
    """Read a sweep from a file written by `save`, for this model or the mechanism in the file, without running code of
    the file."""
    xr = netcdf()
    try:
        require_readable(path)
        with xr.open_dataset(path, engine="h5netcdf", decode_times=False, mask_and_scale=False) as data:
            if data.attrs.get("linkwork_sweep") != VERSION:
                raise FileError(f"is not a sweep of format {VERSION}; Sweep.save writes one")
            return _sweep(data, stored_model(data, allow_code) if model is None else model)
    except (FileError, DescriptionError) as error:
        raise FileError(f"{os.fspath(path) or repr(path)}: {error}") from None
    except (OSError, KeyError, TypeError, ValueError, RuntimeError) as error:
        raise FileError(f"{path}: is not a sweep written by save: {error}") from None


def _sweep(data: Any, model: Model) -> Sweep:
    problems: list[str] = []
    cases = read_cases(json.loads(data.attrs["asked"]), problems)
    if problems:
        raise FileError("; ".join(problems))
    paths, names = json.loads(data.attrs["paths"]), json.loads(data.attrs["outputs"])
    count = data.sizes["design"]
    values = np.array([_numbers(data, path, count) for path in paths]).T.reshape(count, len(paths))
    reasons = [str(reason) for reason in data["failed"].values]
    folder = str(data.attrs["folder"])
    return Sweep(
        model, cases, DesignTable(tuple(paths), values), {name: _numbers(data, name, count) for name in names},
        tuple((number, reason) for number, reason in enumerate(reasons) if reason), Path(folder) if folder else None,
    )  # fmt: skip


def _numbers(data: Any, name: str, count: int) -> np.ndarray:
    values = np.array(data[name].values, np.float64)
    if values.shape != (count,):
        raise FileError(f"{name} has the shape {values.shape}, not ({count},)")
    return values
