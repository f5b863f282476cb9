"""The table of force laws between two frames. A law's kind is its place here; kernels call laws through the functions below."""

from linkwork.kernels.dispatch import folded
from linkwork.kernels.forces import beam, bushing
from linkwork.kernels.forces.law import completed

LAWS = tuple(completed(law) for law in (bushing.LAW, beam.LAW))
KINDS = {law.name: kind for kind, law in enumerate(LAWS)}

law_wrench = folded([law.wrench for law in LAWS])
law_energy = folded([law.energy for law in LAWS])
law_rates = folded([law.rates for law in LAWS])
law_stiffness = folded([law.stiffness for law in LAWS])
law_state_jacobians = folded([law.state_jacobians for law in LAWS])
law_tangent = folded([law.tangent for law in LAWS])
law_reverse = folded([law.reverse for law in LAWS])
law_rows = folded([law.rows for law in LAWS])
