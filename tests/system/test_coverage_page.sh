#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The Lockhop authors

# test_coverage_page -- what a twin test reaches of its modules; the page of make coverage says what
# it is given.
set -u
. tests/system/tap.sh

# --- a twin test ---

twin=build/coverage/twin/test_link_arbiter
rm -f "$twin/coverage.dat"
law "a twin test is built so that it counts" env TWIN_COVERAGE=1 tests/twin/build_twin.sh \
  "$scratch/twin" tests/twin/test_link_arbiter.cpp "${CXX:-g++}" "" \
  "build/plain/libcmodel.a -ljansson -ldl -lm -lz"
law "it passes" "$scratch/twin"
law "its file has all that its modules have, reached" python3 - "$twin/coverage.dat" <<'END'
import os, sys
sys.path.insert(0, "scripts")
import coverage_read
points = coverage_read.read_points(sys.argv[1:])
files = {os.path.relpath(os.path.realpath(point[0])) for point in points}
assert files == {f"rtl/component/{name}.v" for name in ("link_arbiter", "priority_encoder")}, files
kinds = [sum(point[1] == kind for point in points) for kind in ("lines and branches", "toggles")]
assert kinds[0] >= 9 and kinds[1] >= 60 and sum(kinds) == len(points), kinds
assert all(points.values()), [point for point, count in points.items() if count == 0]
END

# --- the page of make coverage ---

law "the page of make coverage" python3 tests/coverage/page_laws.py "$scratch"
finish
