# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The Lockhop authors

"""versions -- results of an earlier version beside those of now.

    versions.py LOCKHOP RESULTS.json             every number that a result had is there, and is the
                                                 same; what is new is not looked at
    versions.py LOCKHOP RESULTS.json --write     write the results of now, for a new version
    versions.py --table KEPT.csv NOW.csv         the table of now begins with the same columns

RESULTS.json: a list of {"words": command line, "result": JSON result}.
"""
import csv
import json
import subprocess
import sys

OWN = {"version", "command", "setup_seconds", "simulator"}   # of the program and the machine


def result_of(lockhop, words):
    run = subprocess.run([lockhop, *words.split(), "--json", "-", "--quiet"], check=False,
                         stdout=subprocess.PIPE, text=True)
    result = json.loads(run.stdout[:run.stdout.rindex("}") + 1])
    return {key: value for key, value in result.items() if key not in OWN}


def table_differs(kept, now):
    with open(kept, newline="", encoding="ascii") as one, \
            open(now, newline="", encoding="ascii") as other:
        rows, rows_now = list(csv.reader(one)), list(csv.reader(other))
    for line, row in enumerate(rows):
        if len(rows_now) != len(rows) or rows_now[line][:len(row)] != row:
            print(f"line {line + 1} of {kept} has changed")
            return 1
    return 0


def main():
    if sys.argv[1] == "--table":
        return table_differs(*sys.argv[2:])
    lockhop, path, *write = sys.argv[1:]
    with open(path, encoding="ascii") as file:
        kept = json.load(file)
    status = 0
    for entry in kept:
        now = result_of(lockhop, entry["words"])
        if write:
            entry["result"] = now
            continue
        for key, was in entry["result"].items():
            if key not in now:
                print(f"{entry['words']}: {key} is missing")
                status = 1
            elif now[key] != was:
                print(f"{entry['words']}: {key} is {now[key]}, was {was}")
                status = 1
    if write:
        with open(path, "w", encoding="ascii") as file:
            json.dump(kept, file, indent=1)
            file.write("\n")
    return status


if __name__ == "__main__":
    sys.exit(main())
