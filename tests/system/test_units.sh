#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The Lockhop authors

# test_units -- modules alone: a check finds what no run of its network can reach, and does not take
# another module of the same name for ours; and a Verilator that compiles a module of ours wrongly
# is named by cosim, run and check, instead of the design.
set -u
. tests/system/tap.sh

# --- a user's modules ---

# A switch whose router has a port of another name, and an encoder that is wrong when it is wide.
sed '/^ *router #(/,/);/s/\.taken_o /.took_o /' rtl/switch/switch.v >"$scratch/own.v"
sed 's/taken_o/took_o/' rtl/component/router.v >>"$scratch/own.v"
sed 's/request_i\[i\]/(request_i[i] \&\& i < 8)/' rtl/component/priority_encoder.v \
  >"$scratch/encoder.v"
run build/lockhop check hypercube:1 --level quick --dut "$scratch/own.v" \
  --dut "$scratch/encoder.v" -o "$scratch/evidence" --json "$scratch/own.json"
expect "a bug at a width that the network does not have is found, in the module alone" 1 \
  '^DIFFER: module priority_encoder alone' '^  parameters: WIDTH=(16|63|64)$' \
  '^  request_i .*, golden ' '^DIFFER$'
sets=$(tests/twin/list_models.sh tests/twin/test_priority_encoder.cpp | wc -l)
expect "a parameter set that both the bench and the network have counts once" 1 \
  "^  3 of $sets parameter sets differ\$"
expect "a router with other ports is another module" 1 \
  '^module router is not the one of our page, and was not compared alone: ' \
  '^modules alone, as their C twins: switch \(2 parameter sets\)$'
run python3 -c 'import json, sys
result = json.load(open(sys.argv[1]))
runs = [run["outcome"] for run in result["runs"] if not run["shape"].startswith("engines")]
assert len(runs) > 20 and set(runs) == {"PASS"}, runs
words = {m["module"]: m["outcome"] for m in result["modules"]}
assert words == {"switch": "PASS", "router": "NOT COMPARED", "priority_encoder": "DIFFER"}, words
' "$scratch/own.json"
expect "JSON tells it; all runs pass" 0
run cat "$scratch/evidence/module-priority_encoder/report.txt"
expect "there is evidence of the module" 0 'WIDTH='

# --- a Verilator that is wrong ---

# It reads a folder with another router in the place of rtl/component.
mkdir -p "$scratch/wrong" "$scratch/bin" && mkdir -m 700 "$scratch/cache"
cp rtl/component/*.v "$scratch/wrong"
sed 's/wanted = ports_i/wanted = ~ports_i/' rtl/component/router.v >"$scratch/wrong/router.v"
real=$(dirname "$(command -v verilator)")
cat >"$scratch/bin/verilator" <<END
#!/bin/bash
for argument; do
  case \$argument in
  */rtl/component) argument=$scratch/wrong ;;
  */rtl/component/router.v) argument=$scratch/wrong/router.v ;;
  esac
  arguments+=("\$argument")
done
exec "$real/\${0##*/}" "\${arguments[@]}"
END
chmod +x "$scratch/bin/verilator"
[ ! -x "$real/verilator_bin" ] || cp "$scratch/bin/verilator" "$scratch/bin/verilator_bin"
cp -p build/cache/runtime-* "$scratch/cache" 2>/dev/null
wrongly() { run env "PATH=$scratch/bin:$PATH" "LOCKHOP_CACHE=$scratch/cache" build/lockhop "$@"; }

wrongly cosim hypercube:1 random --packets 4
refused_as="^lockhop: Verilator [0-9.]* miscompiles our module router: router CHANNELS="
expect "cosim names it" 3 "$refused_as"
wrongly run hypercube:1 random --packets 4 --machine array
expect "so does a run without the golden model" 3 "$refused_as"
wrongly check hypercube:1 --level quick
expect "so does a check, before it runs anything" 3 "$refused_as"
sed 's/wanted = ports_i/wanted = ~ports_i/' rtl/component/router.v >"$scratch/router.v"
wrongly cosim hypercube:1 random --packets 4 --dut "$scratch/router.v"
expect "a module of the user is not Verilator's fault" 1 '^DIFFER$'
finish
