"""Answer questions with every call of a kernel from Python made twice, interpreted and compiled; print the largest differences.

python compared_calls.py "lw.simulate(model, state, 0.2)"
"""

import sys

import numpy as np

import linkwork as lw
from linkwork.numerics import dispatcher, questions, twins

seen = {}  # name of a kernel -> calls compared, largest difference


def copied(value):
    if isinstance(value, np.ndarray):
        return value.copy()
    if isinstance(value, tuple):
        items = [copied(item) for item in value]
        return type(value)(*items) if hasattr(value, "_fields") else tuple(items)
    return value


def difference(a, b):
    """The largest difference, relative to the largest number of an array; infinite if one is finite and the other is not."""
    if isinstance(a, tuple):
        return max((difference(x, y) for x, y in zip(a, b, strict=True)), default=0.0)
    if callable(a) or a is None:
        return 0.0
    a, b = np.asarray(a), np.asarray(b)
    if not np.array_equal(np.isfinite(a), np.isfinite(b)):
        return np.inf
    a, b = (np.where(np.isfinite(x), x, 0.0) for x in (a, b))
    return float(np.abs(a - b).max(initial=0.0) / max(1.0, np.abs(a).max(initial=0.0)))


def compared(kernel, arguments):
    """Instead of questions.interpret: the compiled kernel works on copies, and its results are compared with the twin's."""
    if questions._inside.get():
        return interpret(kernel, arguments)
    others = copied(arguments)
    addressed = dispatcher._each(others, lambda one: one.address() if twins.kernel_of(one) else one)
    kernel.overloads.clear()
    kernel.compile(tuple(kernel.typeof_pyval(value) for value in addressed))
    with_compiled = kernel(*addressed)
    result = interpret(kernel, arguments)
    name = f"{kernel.py_func.__module__}.{kernel.__name__}"
    calls, largest = seen.get(name, (0, 0.0))
    outputs = (
        slice(4, 6) if name.endswith("entry.run") else slice(None)
    )  # step sizes follow the rounding of error estimates
    seen[name] = calls + 1, max(largest, difference((result, arguments[outputs]), (with_compiled, others[outputs])))
    kernel._reset_overloads()  # or Numba would call the compiled code from now on
    return result


interpret = questions.interpret
questions.interpret = compared

if __name__ == "__main__":
    mechanisms = {"four_bar": lw.library.planar_four_bar(case="II"), "spatial": lw.library.spatial_four_bar()}
    for name, coordinates in (("four_bar", "joint"), ("spatial", "cartesian")):
        model = lw.compile(mechanisms[name], coordinates=coordinates)
        state = lw.assemble(model, {"A.angle": 0.7, "A.angle.rate": 0.5})
        for asked in sys.argv[1:]:
            exec(asked)
    for name, (calls, largest) in sorted(seen.items()):
        print(f"{name} {calls} {largest:.3g}")
