#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The Lockhop authors
"""expected_difference -- where `lockhop cosim --json` has found the first difference.

    expected_difference.py RESULT.json FORMAT

FORMAT has {cycle}, {switch}, {place} ("port 1 VC 0", "channel 2", "channel 6 (lane 1)", as an
extended regular expression) and {field}.  Exit status 1: it has found none.
"""

import json
import sys

result = json.load(open(sys.argv[1]))
difference = result["difference"]
if difference is None or difference["kind"] != "value":
    sys.exit(1)
field, number = difference["field"], difference["port"]
queues = result["ports"] * result["vcs"]
if field == "inject_ready":
    number += queues
if field.startswith(("inject", "eject")):
    lane = f" \\(lane {number - queues}\\)" if number >= queues else ""
    place = f"channel {number}{lane}"
else:
    place = f"port {number}" + (f" VC {difference['vc']}" if "vc" in difference else "")
print(sys.argv[2].format(place=place, **difference))
