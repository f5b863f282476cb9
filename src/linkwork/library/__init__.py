"""Ready mechanisms: the papers' examples and common benchmarks.

Each function returns a `Mechanism` whose design position is the example's initial position; frames
`observe0`, `observe1`, … mark the points of its reference numbers. Where an example starts moving,
`initial_speeds` has the targets for `assemble`.

>>> planar_four_bar(case="II")["link1"].mass
5.0
"""

from linkwork.library.beams import beam, rotating_cantilever
from linkwork.library.benchmarks import andrews_squeezer, bricard, chain, flyball_governor, n_four_bar
from linkwork.library.engines import inline_engine, slider_crank
from linkwork.library.further import chaplygin_sleigh, door, scissor_boom
from linkwork.library.papers import (
    double_bar_pendulum,
    parallelogram_four_bar,
    planar_four_bar,
    planar_four_bar_3d,
    spatial_four_bar,
)
from linkwork.library.speeds import initial_speeds
from linkwork.library.stiff import bushing_chain, sprung_chain
from linkwork.library.vehicles import vehicle_on_posts

__all__ = [
    "andrews_squeezer",
    "beam",
    "bricard",
    "bushing_chain",
    "chain",
    "chaplygin_sleigh",
    "door",
    "double_bar_pendulum",
    "flyball_governor",
    "initial_speeds",
    "inline_engine",
    "n_four_bar",
    "parallelogram_four_bar",
    "planar_four_bar",
    "planar_four_bar_3d",
    "rotating_cantilever",
    "scissor_boom",
    "slider_crank",
    "spatial_four_bar",
    "sprung_chain",
    "vehicle_on_posts",
]
