#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The Lockhop authors

# test_schema -- runs and results are what docs/schema/ says, to a stock validator.
set -u
. tests/system/tap.sh

run "$lockhop" help --schema
expect "the schema of a run is printed" 0 '"title": "A run of lockhop"'
if cmp -s "$out" docs/schema/run.json; then
  ok "docs/schema/run.json is what is printed"
else
  not_ok "docs/schema/run.json is what is printed" "lockhop help --schema >docs/schema/run.json"
fi
run "$lockhop" help run --schema
refused "a schema is of all commands" "--schema covers all commands: leave out 'run'"
run "$lockhop" help --man --schema
refused "a schema or a manual page" '--man and --schema: give one of them'

python=
for candidate in python3 /usr/bin/python3; do
  [ -n "$python" ] || ! "$candidate" -c 'import jsonschema; jsonschema.Draft202012Validator' \
    2>/dev/null || python=$candidate
done
if [ -z "$python" ]; then
  skip "results are what the schema says" "no python3-jsonschema"
  finish
fi

# result NAME STATUS ARGUMENTS...: the result of a command in $scratch/results/NAME.json.
mkdir -p "$scratch/results" "$scratch/wrong"
result() {
  result_name=$1
  result_status=$2
  shift 2
  run "$lockhop" "$@" --json "$scratch/results/$result_name.json"
  [ "$status" -eq "$result_status" ] || not_ok "lockhop $* ends with $result_status" "$(cat "$err")"
}

broken_switches priority_order
result pass 0 cosim hypercube:2 random --exercise
result differ 1 cosim hypercube:4 bit-reversal --packets 4 \
  --dut "$scratch/broken/priority_order.v" --wave "$scratch/differ.fst"
result vcs 1 cosim hypercube:4 random --packets 8 --vcs 2 --dut "$scratch/broken/priority_order.v"
result moore 0 run hypercube:2 random --machine array
result timeout 4 run hypercube:4 random --cycles 2
result disturbed 0 run hypercube:3 random --failed 0 --sends 1 --data ones --disturb all
result broadcast 0 run d3:2,3 one-to-all,source=0.0.0
result conflicts 0 run d3:2,3 all-to-all
result words 0 run hypercube:3 all-to-all-broadcast
result messages 0 run dual-cube:5 all-to-all-broadcast
result counted 0 run hdn:2x2:2 one-to-all-broadcast
result open 0 run torus:3x3 uniform,load=0.2
number=0
for spec in hypercube:4 d3:2,3 mdf:2,3 hdn:2x2:2 rdn:2x2:1 mesh:4x4 torus:3x3 ccc:3 dual-cube:2 \
  pn:3,2 benes:3 butterfly:3; do
  number=$((number + 1))
  result "network-$number" 0 run "$spec" random
done
run "$python" tests/system/schema_laws.py docs/schema/result.json "$scratch"/results/*.json
expect "results of all networks and outcomes are what the schema says" 0
for edit in 's/"outcome": "[A-Z]*"/"outcome": "GOOD"/' 's/"packets"/"packet"/' '/"topology"/d'; do
  number=$((number + 1))
  sed "$edit" "$scratch/results/pass.json" >"$scratch/wrong/$number.json"
done
run "$python" tests/system/schema_laws.py --wrong docs/schema/result.json "$scratch"/wrong/*.json
expect "wrong results are not" 0

# Runs: that of an evidence folder, and wrong ones.
run "$lockhop" check hypercube:2 --level quick --fail-fast --jobs 1 \
  --dut "$scratch/broken/priority_order.v" -o "$scratch/evidence"
"$python" - "$scratch" <<'END'
import json
import sys
from pathlib import Path

scratch = Path(sys.argv[1])
(run,) = (json.loads(p.read_text())["run"] for p in scratch.glob("evidence/run-*/run.json"))
(scratch / "run.json").write_text(json.dumps(run))
for number, change in enumerate([{"depth": -1}, {"vcs": 9}, {"packets": "many"}, {"dept": 1},
                                 {"version": 2}, {"lint": 1}, {"dut": "a.v"}, {"seed": "x"}]):
    (scratch / f"wrong-run-{number}.json").write_text(json.dumps(run | change))
END
run "$python" tests/system/schema_laws.py docs/schema/run.json "$scratch/run.json"
expect "the run of an evidence folder is what the schema says" 0
run "$python" tests/system/schema_laws.py --wrong docs/schema/run.json "$scratch"/wrong-run-*.json
expect "what lockhop refuses, the schema refuses" 0

# Networks in files.
run "$python" tests/system/schema_laws.py docs/schema/network.json examples/networks/*.json
expect "the examples of networks are what the schema says" 0
"$python" - "$scratch" <<'END'
import copy
import json
import sys
from pathlib import Path

good = json.loads(Path("examples/networks/one_way.json").read_text())
for number, (path, value) in enumerate([
        (["version"], 2), (["swithces"], []), (["switches", 0], "a b"), (["switches", 0], 7),
        (["switches", 0], {"name": "a", "terminals": 64}), (["switches", 0], {"terminals": 1}),
        (["links", 0], ["a"]), (["links", 0, "from_port"], 63), (["links", 0, "one_way"], 1),
        (["routes", "a", "b"], [0, 8]), (["routes", "a", "b"], [0]), (["links"], [])]):
    wrong = copy.deepcopy(good)
    place = wrong
    for key in path[:-1]:
        place = place[key]
    place[path[-1]] = value
    Path(sys.argv[1], f"wrong-network-{number}.json").write_text(json.dumps(wrong))
END
for file in "$scratch"/wrong-network-*.json; do
  run "$lockhop" info "file:$file"
  refused "$(basename "$file")" "$file:"
done
run "$python" tests/system/schema_laws.py --wrong docs/schema/network.json \
  "$scratch"/wrong-network-*.json
expect "and the schema refuses the same" 0
finish
