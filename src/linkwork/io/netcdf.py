"""Datasets as netCDF files, built in memory so that a file is written completely or not at all."""

from __future__ import annotations

from io import BytesIO
from types import ModuleType
from typing import TYPE_CHECKING

from linkwork.analyses.extras import optional
from linkwork.io.checksum import with_checksum

if TYPE_CHECKING:
    from xarray import Dataset

NETCDF = (".nc", ".nc4", ".netcdf", ".h5", ".hdf5")


def netcdf() -> ModuleType:
    """Return the module xarray after checking that its netCDF libraries are installed."""
    for module in ("h5py", "h5netcdf"):
        optional(module, "io")
    return optional("xarray", "io")


def netcdf_image(data: Dataset) -> bytes:
    """Return the file as bytes, floats compressed without loss; writing directly to a full disk crashes the library."""
    packed = {"zlib": True, "complevel": 4, "shuffle": True, "_FillValue": None}
    packable = {name: variable for name, variable in data.variables.items() if variable.dtype.kind == "f"}
    encoding = {name: packed if variable.ndim else {"_FillValue": None} for name, variable in packable.items()}
    image = BytesIO()
    store = netcdf().backends.H5NetCDFStore(optional("h5netcdf", "io").File(image, "w"))
    data.dump_to_store(store, encoding=encoding)
    store.close()
    return with_checksum(image.getvalue())
