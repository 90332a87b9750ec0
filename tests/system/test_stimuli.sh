#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The Lockhop authors

# test_stimuli -- bugs that only packets show which no terminal sends by itself: headers out of
# range, ways that are not short, packets of three and four hops together, broadcasts from every
# drawer, long messages.  Other traffic passes on the wrong design, with the same switches.
set -u
. tests/system/tap.sh

# plant FILE NAME...: the module with these bugs of tests/attack/bugs.txt.
plant() {
  python3 - "$@" <<'END'
import pathlib, re, sys
sys.path.insert(0, "scripts")
import attack
wanted = sys.argv[2:]
text = None
for part in re.split(r"^(?=bug )", pathlib.Path("tests/attack/bugs.txt").read_text(), flags=re.M):
    head = attack.HEAD.match(part)
    if not head or head[1] not in wanted:
        continue
    text = text or pathlib.Path("rtl", head[2]).read_text()
    for old, new in attack.EDIT.findall(part):
        assert text.count(old) == 1, head[1]
        text = text.replace(old, new)
pathlib.Path(sys.argv[1]).write_text(text)
END
}

# passes SPEC OPTIONS TRAFFIC...; finds SPEC OPTIONS TRAFFIC...: with $scratch/dut.v.
passes() {
  spec=$1 options=$2
  shift 2
  for traffic; do
    # shellcheck disable=SC2086 # options are several words
    run "$lockhop" cosim "$spec" "$traffic" $options --depth 2 --dut "$scratch/dut.v"
    expect "$traffic does not show it on $spec" 0 '^PASS$'
  done
}
finds() {
  spec=$1 options=$2
  shift 2
  for traffic; do
    # shellcheck disable=SC2086
    run "$lockhop" cosim "$spec" "$traffic" $options --depth 2 --dut "$scratch/dut.v" \
      --wave "$scratch/found.fst"
    expect "$traffic shows it on $spec" 1 '^DIFFER$'
  done
}

plant "$scratch/dut.v" st_digit_wraps
passes torus:3x3 "" gossip uniform,load=0.5,warmup=0,measure=200
finds torus:3x3 "" headers

plant "$scratch/dut.v" st_turns_back
passes mesh:3x3 "--routing source-route" gossip
finds mesh:3x3 "--routing source-route" headers

# Three bugs in one module, each for another traffic.
plant "$scratch/dut.v" st_broadcast_reads_port st_four_hops_late st_skips_not_in_drawer_1
lifo="--routing source-vector,queue=lifo --vcs 1 --lanes 3"
passes d3:2,3 "$lifo" gossip all-to-all,order=zero-wait one-to-all,source=0 \
  broadcast,source=17,count=9,self-links=0 broadcast,source=0,count=9 all-to-one,sink=17
finds d3:2,3 "$lifo" headers overtaking broadcast,source=drawers,self-links=0

plant "$scratch/dut.v" st_nine_words
for traffic in all-to-all-broadcast,words=8,startup=5 one-to-all-broadcast,words=3,startup=300; do
  run "$lockhop" cosim hypercube:2 "$traffic" --dut "$scratch/dut.v"
  expect "$traffic does not show it" 0 '^PASS$'
done
for words in 9 20; do
  run "$lockhop" cosim hypercube:2 one-to-all-broadcast,words=$words --dut "$scratch/dut.v" \
    --wave "$scratch/found.fst"
  expect "messages of $words words show it" 1 '^DIFFER$'
done

# What never arrives must not be ejected: the golden model alone says so, too.
printf '# lockhop schedule 1 torus:3x3 dimension-order\n%s\n%s\n' \
  '# cycle source destination header' '0 0 none 0x1' >"$scratch/none.trace"
run "$lockhop" run torus:3x3 "trace:$scratch/none.trace"
expect "a packet for none that arrives is an error" 1 'misdelivered: packet 0 .* to none' '^LOST$'
sed 's/0x1$/0x3/' "$scratch/none.trace" >"$scratch/round.trace"
run "$lockhop" cosim torus:3x3 "trace:$scratch/round.trace" --depth 2 --cycles 5000
expect "one that goes round is looked at, and the run ends" 0 'never arrive          1' \
  'compared +9' '^PASS$'
# Two that stand one behind the other: how far the second comes is not what a way tells.
printf '# lockhop schedule 1 d3:3,4 source-vector\n%s\n%s\n%s\n' \
  '# cycle source destination header' '0 0 none 0xf4' '1 0 none 0xf4' >"$scratch/stands.trace"
run "$lockhop" run d3:3,4 "trace:$scratch/stands.trace" --machine array --depth 1
expect "packets that stand still are not misrouted" 0 'never arrive          2' '^PASS$'

# What the route units say is what the networks do.
for run in torus:5x2x3 "mesh:3x3 --routing source-route" "mesh:5x3 --routing duplex" \
  hdn:3x2:3,3x2 pn:3,2 benes:3 butterfly:4,wrap=1 "d3:3,4 --routing destination,holds=0" \
  "d3:3,5 --routing glgl" "d3:3,4 --routing valiant,b=5" \
  d3:2,3,cabinets=1-3/4,routers=0-2-3/4 "d3:3,3 --routing source-vector,holds=0" mdf:2,3; do
  # shellcheck disable=SC2086 # options are several words
  run "$lockhop" run ${run%% *} headers,count=300 ${run#"${run%% *}"}
  expect "every packet of headers ends where it must: $run" 0 'delivered' '^PASS$'
done
for run in "mesh:4x3" "hypercube:4 --routing drand-trans-ooo" "d3:3,4 --routing ugal"; do
  # shellcheck disable=SC2086
  run "$lockhop" run ${run%% *} headers ${run#"${run%% *}"}
  expect "headers are refused where they do not tell the way: $run" 2 'header alone fixes the path'
done
finish
