# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The Lockhop authors
"""schema_laws -- objects in JSON against the schemas of docs/schema/, by a stock validator.

    schema_laws.py SCHEMA FILE...     each file is right
    schema_laws.py --wrong SCHEMA FILE...    each file is wrong

Prints a line for each that is not so; exit code 1 then.
"""
import json
import sys
from pathlib import Path

from jsonschema import Draft202012Validator


def faults(validator, path):
    found = sorted(validator.iter_errors(json.loads(Path(path).read_text())), key=str)
    return [f"{path}: {'/'.join(map(str, e.absolute_path))}: {e.message}" for e in found]


def main():
    arguments = sys.argv[1:]
    wrong = arguments[0] == "--wrong"
    schema, *files = arguments[wrong:]
    schema = json.loads(Path(schema).read_text())
    Draft202012Validator.check_schema(schema)
    validator = Draft202012Validator(schema)
    lines = []
    for path in files:
        found = faults(validator, path)
        lines += ([] if found else [f"{path}: no fault was found"]) if wrong else found
    print("\n".join(lines), end="")
    return 1 if lines or not files else 0


if __name__ == "__main__":
    sys.exit(main())
