"""Random mechanisms of the conformance tests are used by the other folders too."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent / "conformance"))
