#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The Lockhop authors
"""ci_laws -- the files of examples/ci: what jobs they are.

    ci_laws.py script FILE    the commands of a job for GitLab, but those of apt-get, as a script
    ci_laws.py laws FILE      cache, report and evidence are kept when the check fails; what the
                              commands run is in the tree, which is at lockhop/
"""
import re
import subprocess
import sys
from pathlib import Path

import yaml


def check_commands(commands):
    """They are shell, and what they run is there."""
    for command in commands:
        subprocess.run(["sh", "-n", "-c", command], check=True)
        for path in re.findall(r"lockhop/[\w./-]+", command):
            assert Path(path).exists(), path
    check = commands[-1]
    assert "--junit check.xml" in check and "-o evidence" in check, check


def github(job):
    steps = job["steps"]
    runs = [step["run"] for step in steps if "run" in step]
    check_commands(runs)
    order = [step.get("run") or step["uses"].split("@")[0] for step in steps]
    at = order.index(runs[-1])
    restore, save = (next(step for step in steps if step.get("uses", "").startswith(name))
                     for name in ("actions/cache/restore@", "actions/cache/save@")) \
        if {"actions/cache/restore", "actions/cache/save"} <= set(order) else (None, None)
    assert restore and save, "actions/cache saves nothing when a step has failed"
    assert order.index("actions/cache/restore") < at < order.index("actions/cache/save")
    assert save["if"] == "always()", save
    assert restore["with"]["key"] == save["with"]["key"]
    assert save["with"]["key"].startswith(restore["with"]["restore-keys"])
    assert save["with"]["path"] == restore["with"]["path"] == "cache"
    kept = steps[order.index("actions/upload-artifact")]
    assert kept["if"] in ("failure()", "always()"), kept
    assert kept["with"]["path"].split() == ["check.xml", "evidence"], kept


def gitlab(job):
    check_commands(job["before_script"] + job["script"])
    assert job["cache"]["when"] == "always" and job["cache"]["paths"] == ["cache"], job["cache"]
    kept = job["artifacts"]
    assert kept["when"] == "always" and kept["paths"] == ["check.xml", "evidence"], kept
    assert kept["reports"]["junit"] == "check.xml", kept


def main():
    what, name = sys.argv[1:]
    file = yaml.safe_load(Path(name).read_text(encoding="utf-8"))
    if "jobs" in file:
        settings, job, judge = file["env"], file["jobs"]["check"], github
    else:
        settings, job, judge = file["variables"], file["check"], gitlab
    if what == "script":
        commands = job["before_script"] + job["script"]
        print("\n".join(command for command in commands if not command.startswith("apt-get")))
        return
    assert settings["LOCKHOP_CACHE"].endswith("/cache"), settings
    assert Path(settings["DUT"]).exists(), settings
    judge(job)


main()
