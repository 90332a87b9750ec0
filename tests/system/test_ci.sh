#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The Lockhop authors

# test_ci -- the steps of examples/ci/check.yml, run one after the other in a repository as the
# workflow expects it: the switch of the example is found to be wrong, the evidence is there, and a
# second job, that of GitLab, compiles nothing.  What both files keep, ci_laws.py looks at.  The
# container recipe copies what there is, and runs what exists.
set -u
. tests/system/tap.sh

tree=$PWD
workflow=$tree/examples/ci/check.yml
gitlab=$tree/examples/ci/check.gitlab-ci.yml
recipe=$tree/examples/ci/Containerfile
mkdir -p "$scratch/repository"
cd "$scratch/repository" || exit 3
ln -s "$tree" lockhop

# setting NAME: a value of `env:`.
setting() {
  sed -n "s/^  $1: //p" "$workflow" | sed "s|\${{ github.workspace }}|$PWD|"
}

# step NAME: the command of a step.
step() {
  sed -n "/^      - name: $1\$/,/^        run: /s/^        run: //p" "$workflow"
}

# The least level and a small network take the least time.
SPEC=hypercube:2 LEVEL=quick DUT=$(setting DUT) LOCKHOP_CACHE=$(setting LOCKHOP_CACHE)
export SPEC LEVEL DUT LOCKHOP_CACHE
for name in SPEC LEVEL; do
  run test -n "$(setting $name)"
  expect "the workflow sets $name" 0
done
case $LOCKHOP_CACHE in
  "$PWD"/*) ok "the cache is in the workspace" ;;
  *) not_ok "the cache is in the workspace" ;;
esac
mkdir -m 700 "$LOCKHOP_CACHE"
# What takes long and is the same: the run-time library, and that Verilator can be trusted.
cp "$tree"/build/cache/runtime-* "$tree"/build/cache/unit-* "$LOCKHOP_CACHE" 2>/dev/null

# Without root the step says what is missing.
run sh -ec "$(step "Install what Lockhop needs")"
[ "$(id -u)" -eq 0 ] || [ "$status" -ne 3 ] || status=0
expect "the install step" 0
run sh -ec "$(step "Build Lockhop")"
expect "the build step" 0
run sh -ec "$(step "Check the switch")"
expect "the check step fails: the example is wrong" 1 '^DIFFER$'
run python3 -c 'import sys, xml.etree.ElementTree as e
cases = e.parse("check.xml").getroot().iter("testcase")
sys.exit(0 if any(c.find("failure") is not None for c in cases) else 1)'
expect "check.xml has a failure" 0
run sh -c 'ls evidence/*/stimulus.trace evidence/*/report.txt'
expect "the evidence is there" 0

kept=$(find "$LOCKHOP_CACHE" -type f | sort | xargs ls -l --time-style=full-iso)
rm -rf evidence check.xml
chmod 777 "$LOCKHOP_CACHE" # as GitLab's runners leave it
if python3 "$tree/tests/system/ci_laws.py" script "$gitlab" >gitlab.sh 2>"$err"; then
  run sh -e gitlab.sh
  expect "the job of GitLab finds the same" 1 '^DIFFER$'
  law=$tree/tests/system/ci_laws.py
  for file in "$workflow" "$gitlab"; do
    run python3 "$law" laws "$file"
    expect "${file##*/}: it keeps cache, report and evidence, also when the check fails" 0
  done
  for change in 's/if: always()/if: success()/' 's|cache/save@v4|cache@v4|' \
    's/path: cache$/path: cash/' 's/check.xml$/report.xml/'; do
    sed "$change" "$workflow" >changed.yml
    run python3 "$law" laws changed.yml
    expect "and not with $change" 1 'AssertionError'
  done
  for change in 's/when: always/when: on_success/' 's/- cache$/- cash/' 's/junit: check/junit: x/' \
    's|lockhop/scripts|lockhop/bin|'; do
    sed "$change" "$gitlab" >changed.yml
    run python3 "$law" laws changed.yml
    expect "nor with $change" 1 'AssertionError'
  done
elif grep -q "No module named 'yaml'" "$err"; then
  skip "the job of GitLab finds the same" "no python3-yaml"
else
  not_ok "the job of GitLab is YAML" "$(tail -n 3 "$err")"
fi
now=$(find "$LOCKHOP_CACHE" -type f | sort | xargs ls -l --time-style=full-iso)
run test "$kept" = "$now"
expect "and compiles nothing" 0

# --- the container recipe ---

cd "$tree" || exit 3
sed -n "s|^COPY \(.*\) [^ ]*$|\1|p" "$recipe" >"$scratch/copied"
while read -r path; do
  run test -e "$path"
  expect "the recipe copies $path" 0
done <"$scratch/copied"
run sh -n -c "$(sed -n '/^RUN /,/[^\\]$/p' "$recipe" | sed 's/^RUN //')"
expect "the commands of the recipe are shell" 0
for target in install clean; do
  run sh -c "grep -o 'make -C /lockhop $target' $recipe && make -n $target >/dev/null"
  expect "make $target exists" 0
done
finish
