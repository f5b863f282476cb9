"""What is in a page, unpacked as its script does."""

import base64
import json
import re
import zlib

import numpy as np


def contents(text):
    """Scene and arrays of a page, unpacked as its script does."""

    def inside(name):
        return re.search(rf'<script type="[a-z/]+" id="linkwork-{name}">(.*?)</script>', text, re.DOTALL).group(1)

    scene = json.loads(inside("scene"))
    raw, arrays, offset = zlib.decompress(base64.b64decode(inside("arrays"))), [], 0
    for size in scene["sizes"]:
        packed = np.frombuffer(raw, np.uint8, 4 * size, offset).reshape(4, size)
        steps = np.ascontiguousarray(packed.T).view("<u4").ravel()
        arrays.append(np.cumsum(steps, dtype=np.uint32).view("<f4"))
        offset += 4 * size
    assert offset == len(raw)
    return scene, arrays


def signal(scene, arrays, path):
    (entry,) = (entry for entry in scene["signals"] if entry["path"] == path)
    return arrays[entry["array"]] if "array" in entry else np.full(arrays[scene["poses"]["t"]].size, entry["constant"])
