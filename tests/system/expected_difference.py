#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The Lockhop authors
"""expected_difference -- where `lockhop cosim --json` has found the first difference.

    expected_difference.py RESULT.json FORMAT

FORMAT has {cycle}, {switch}, {place} ("port 1 VC 0", "lane 0", "channel 2") and {field}.  Exit
status 1: it has found none.
"""

import json
import sys

result = json.load(open(sys.argv[1]))
difference = result["difference"]
if difference is None or difference["kind"] != "value":
    sys.exit(1)
kind = {"inject": "lane", "eject": "channel"}.get(difference["field"].split("_")[0], "port")
place = f"{kind} {difference['port']}"
if "vc" in difference and kind == "port":
    place += f" VC {difference['vc']}"
print(sys.argv[2].format(place=place, **difference))
