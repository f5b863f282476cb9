"""The part of the golden numbers that is committed: small, quick, and the same on every processor to a stated tolerance."""

from __future__ import annotations

import fnmatch
import re
from pathlib import Path

from tests.golden.ledger import Entry

FILE = Path(__file__).parent / "golden.json"
LARGEST = 24  # numbers of an entry

QUESTIONS = (
    *(f"report/{name}/joint" for name in ("bricard", "door", "spatial_four_bar", "scissor_boom", "vehicle_on_posts")),
    "instant/planar_four_bar/*",
    "instant/spatial_four_bar/*",
    "instant/door/joint/*",
    "instant/andrews_squeezer/joint/Recursive*",
    "instant/beam/joint/Recursive*",
    "instant/bushing_chain/joint/Recursive*",
    "instant/spatial */joint/Recursive*",
    "instant/planar */joint/Recursive*",
    "instant/tree */cartesian/Recursive*",
    *(f"motion/{name}/joint/{word}*" for name in ("planar_four_bar", "chaplygin_sleigh", "double_bar_pendulum")
      for word in ("automatic", "DormandPrince", "Adams", "RungeKutta4", "Radau", "BDF", "GeneralizedAlpha", "HHT")),
    "motion/spatial revolute",
    "motion/planar prismatic",
    "events/*",
    "controlled/*",
    "gradient/planar_four_bar/*",
    "gradient/spatial_four_bar/DormandPrince 8/*",
    "gradient/spatial_four_bar/Radau 3/*",
    "gradient/event/*",
    "gradient/kinematics",
    "gradient/sprung_chain/equilibrium",
    "gradient/sprung_chain/modes",
    "linear/planar_four_bar/*",
    "linear/spatial_four_bar/joint",
    "rest/planar_four_bar/joint",
    "rest/sprung_chain/joint",
    "kinematics/*four_bar/*",
    "inverse/*four_bar/*",
    "equilibria",
    "outputs",
    "optimum",
    "description/*",
    "failure/*",
    "question/*",
)  # fmt: skip

# Steps of a run are decided by estimates: how many there are is no number of the mechanics.
LEFT_OUT = ("*/counts",)

# Entries whose rounding is magnified, and why; all others agree to 1e-12. Model numbers that are changed in their last bit
# change those by 5e-14 at most.
TOLERANCES = {
    "instant/beam/*": 1e-7,  # stiffness over mass is 1e6 1/s² and more, times the rounding of lengths of metres
    "instant/bushing_chain/*": 1e-9,  # stiffness over mass is 1e7 1/s², lengths are of a tenth of a metre
    "gradient/sprung_chain/*": 1e-11,  # stiffness over mass is 1e8 1/s²
    "optimum/*": 1e-6,  # a search ends at its tolerance
}


def reduced(name: str) -> bool:
    """Whether a question is asked."""
    return any(fnmatch.fnmatchcase(name, pattern) for pattern in QUESTIONS)


def tolerance(name: str) -> float:
    return next((size for pattern, size in TOLERANCES.items() if fnmatch.fnmatchcase(name, pattern)), 1e-12)


def portable(entries: dict[str, Entry]) -> dict[str, Entry]:
    """Short entries; in texts without numbers like 1.9e-15, which are rounding."""
    result: dict[str, Entry] = {}
    for name, value in entries.items():
        if any(fnmatch.fnmatchcase(name, pattern) for pattern in LEFT_OUT):
            continue
        if isinstance(value, str):
            result[name] = re.sub(r"\d(\.\d+)?e[+-]?\d+", "…", value)
        elif 0 < len(value) <= LARGEST:
            result[name] = value
    return result
