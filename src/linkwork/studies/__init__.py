"""Studies: published examples run again and compared with what was printed."""
