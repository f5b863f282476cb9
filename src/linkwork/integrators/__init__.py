"""How time advances: integrators as compiled, resumable entries behind one problem contract (`contract.py`)."""
