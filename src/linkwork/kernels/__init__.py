"""The mechanics: arrays in, arrays out. `arrays.py` says what every array means; the other files fill them in order."""
