"""Results as files: the dataset as netCDF, the frame as CSV; a run as a file from which it can be loaded again."""

from __future__ import annotations

import csv
from collections.abc import Mapping, Sequence
from io import StringIO
from os import PathLike
from typing import TYPE_CHECKING

import numpy as np

from linkwork.analyses.design.sweeps.sweep_result import Sweep
from linkwork.analyses.motion.trajectory import Trajectory
from linkwork.analyses.result import Result
from linkwork.analyses.table import Table, real_parts
from linkwork.analyses.writing import require_ending, write_bytes, write_text
from linkwork.io.checksum import require_readable
from linkwork.io.netcdf import NETCDF, netcdf, netcdf_image
from linkwork.io.reading import FileError
from linkwork.io.runs import run_image
from linkwork.io.sweeps import with_question

if TYPE_CHECKING:
    from xarray import Dataset

CSV = ".csv"


def save(result: Result, path: str | PathLike) -> None:
    """Write a result in the format that the file name's ending selects, completely or not at all."""
    remedy = "other tables are written by .to_pandas(…)"
    ending = require_ending(path, ("", *NETCDF, CSV), result._what, remedy)
    if ending == CSV:
        write_text(path, table_csv(result._table()))
    else:
        write_bytes(path, run_image(result) if isinstance(result, Trajectory) else result_image(result))


def save_signals(result: Result, signals: Sequence[str], path: str | PathLike) -> None:
    """Write signals of a result as netCDF."""
    write_bytes(path, netcdf_image(table_data(result, result._signal_table(signals))))


def load_signals(path: str | PathLike) -> Dataset:
    """Read what `save_signals` has written."""
    xr = netcdf()
    try:
        require_readable(path)
        with xr.open_dataset(path, engine="h5netcdf", decode_times=False) as data:
            return data.load()
    except (FileError, OSError, ValueError) as error:
        raise FileError(f"{path}: histories of a sweep cannot be read: {error}") from None


def result_image(result: Result) -> bytes:
    """Return the netCDF file of a result's arrays; complex ones by their real and imaginary parts."""
    data = table_data(result, result._table())
    return netcdf_image(with_question(data, result) if isinstance(result, Sweep) else data)


def table_data(result: Result, table: Table) -> Dataset:
    """Return a table of a result as a dataset that netCDF can hold."""
    data = netcdf().Dataset(attrs={"linkwork_result": type(result).__name__, **table.attributes})
    variables = {name: variable for name, variable in table.variables.items() if name not in table.coordinates}
    for place, arrays in ((data.coords, table.coordinates), (data, variables)):
        for name, variable in arrays.items():
            for own, part in real_parts(name, variable).items():
                if part.values.size:  # netCDF has no empty dimensions
                    place[own] = (part.dims, part.values, {"units": part.unit} if part.unit else {})
    return data


def table_csv(table: Table) -> str:
    """Return the frame of a table as comma-separated text."""
    columns = {name: column.values for name, column in table.columns().items()}
    return csv_text({table.index: table.rows().values, **columns} if table.index not in columns else columns)


def csv_text(columns: Mapping[str, np.ndarray]) -> str:
    """Return the columns as comma-separated text with all digits."""
    text = StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(columns)
    writer.writerows(zip(*(column.tolist() for column in columns.values()), strict=True))
    return text.getvalue()
