"""Commands about designs: how outputs change, which numbers are best, and what thousands of them give."""
