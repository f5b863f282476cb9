"""Compile what the tests share, in two processes, so that parallel workers find it in the cache.

Prints how many kernels were compiled and how long it took: the cold start of a program that waits for all of it.
"""

import resource
import time

from budget import budget

from linkwork.studies.common_questions import compile_all


def main():
    start = time.perf_counter()
    count = sum(kernels for _, kernels in compile_all())
    wall = time.perf_counter() - start
    took = resource.getrusage(resource.RUSAGE_CHILDREN)
    seconds, goal = took.ru_utime + took.ru_stime, budget()["cold_compile_seconds"]
    print(f"prewarm: {count} kernels compiled, {wall:.1f} s, {seconds:.0f} s of processor time ({goal} from nothing)")


if __name__ == "__main__":
    main()
