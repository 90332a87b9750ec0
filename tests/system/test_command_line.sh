#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The Lockhop authors

# test_command_line -- every wrong word on the command line gets one clear line and exit code 2.
set -u
. tests/system/tap.sh

run $lockhop
refused "no command" "a command is missing"
run "$lockhop" rnu hypercube:4 random
refused "an unknown command suggests the nearest" "did you mean 'run'"
run "$lockhop" run
refused "missing arguments show the usage" "needs 2 arguments: lockhop run SPEC TRAFFIC"
run "$lockhop" run hypercube:4 random more
refused "an argument too many is named" "'more' is one argument too many"
run "$lockhop" run hypercube:4 random --dpeth 3
refused "an unknown option suggests the nearest" "did you mean --depth"
run "$lockhop" run hypercube:4 random --wibble
refused "an unknown option without a near one" "no option '--wibble'"
run "$lockhop" run hypercube:3 random -DX
refused "several short options in a word are named by the word" "no option '-DX'"
run "$lockhop" run hypercube:3 -qDX random --seed 2
refused "also where the first of them is one" "no option '-qDX'"
run "$lockhop" run -D hypercube:3 random -DX
refused "and the first such word is named" "no option '-D'"
for order in "hypercube:2 random --seed 3" "--seed 3 hypercube:2 random" \
  "hypercube:2 --seed 3 random" "--seed 3 -- hypercube:2 random"; do
  # shellcheck disable=SC2086 # several words
  for posix in POSIXLY_CORRECT=1 POSIX=1; do
    run env $posix "$lockhop" run $order
    expect "options come before, between and behind arguments: $posix, $order" 0 'seed 3' '^PASS$'
  done
done
run env POSIXLY_CORRECT=1 "$lockhop" run hypercube:4 random --seed 2 more
refused "an argument too many behind an option is named" "'more' is one argument too many"
run "$lockhop" run hypercube:4 random --seed
refused "an option without its value" "seed needs a value"
run "$lockhop" run hypercube:4 random --quiet=1
refused "a flag with a value" "quiet takes no value"
run "$lockhop" list routngs
refused "an unknown list suggests the nearest" "did you mean 'routings'"
run "$lockhop" list routings hypercube:4
refused "only traffic is listed by network" "is one argument too many: lockhop list routings"
run "$lockhop" list traffic hypercub:4
refused "traffic of an unknown network" "did you mean 'hypercube'"
run "$lockhop" route hypercube:4 0 16
refused "route speaks of terminals" "out of range; hypercube:4 has terminals 0 to 15"

for spec in hypercub:4 hypercube hypercube: hypercube:0 hypercube:25 hypercube:-1 hypercube:4x4 \
  hypercube:99999999999999999999 hypercube:4,depth=2 "" ":" "hypercube:4 "; do
  run "$lockhop" info "$spec"
  refused "spec '$spec'" "."
done
run "$lockhop" info hypercub:4
refused "an unknown topology suggests the nearest" "did you mean 'hypercube'"

for traffic in transpse random:3 uniform uniform,load=0 uniform,load=2 uniform,load=x \
  uniform,lod=0.1 transpose,load=1.5 file: file:nowhere/at/all trace:nowhere "" \
  uniform,load=0.1,warmup=-1 tornado,lod=0.1 random,warmup=5 uniform,load=0.1,burst=0 hotspot \
  hotspot,terminal=3,load=0.1 hotspot,terminal=99,share=0.1,load=0.1 function,h=2 \
  relation relation,h=0 \
  multicast,fanout=16 broadcast broadcast,source=16 gosip tokens,most=x; do
  run "$lockhop" run hypercube:4 "$traffic"
  refused "traffic '$traffic'" "."
done
run "$lockhop" run hypercube:5 transpose
refused "transpose of an odd dimension" "even"

# The schedules of the swapped dragonfly.
while read -r spec traffic pattern; do
  run "$lockhop" run "$spec" "$traffic"
  refused "$spec $traffic" "$pattern"
done <<'END'
d3:3,4 all-to-all,order=prnted did.you.mean.'printed'
d3:3,4 all-to-all,order=x there.are.printed,.minimal
d3:3,4 all-to-all,order= unknown.order
d3:3,4 all-to-all,self=yes unknown.self
d3:3,4 all-to-all,odrer=lifo did.you.mean.'order'
d3:3,4 all-to-all, the.form.is
d3:3,4 all-to-all:lifo the.form.is
hypercube:4 all-to-all defined.on.d3.alone
hypercube:4 all-to-all,order=lifo defined.on.d3.alone
hypercube:4 exchange defined.on.d3.alone
d3:3,4 one-to-all needs.a.source
d3:3,4 one-to-all,source=5.0.0 not.a.terminal.of.d3:3,4
d3:3,4 one-to-all,source=48 out.of.range
d3:3,4 one-to-all,source=0.0 not.a.terminal
d3:3,4 one-to-all,source=0.0.1,paths=lg did.you.mean.'lgl'
d3:3,4 one-to-all,source=0.0.1,rule=clocked unknown.rule
d3:3,4 one-to-all,source=0.0.1,source=0.0.2 given.twice
d3:3,4 all-to-one needs.a.sink
d3:3,4 all-to-one,sink=0.4.0 not.a.terminal
d3:3,4 all-to-one,sink=0.0.1,rule=x there.are.corrected
d3:2,3,cabinets=0-1/3 all-to-one,sink=0.0.1,copies=routers lead.out.of.it
d3:3,4 broadcast needs.a.source
d3:3,4 broadcast,source=0.0.1,count=0 count.must.be
d3:3,4 broadcast,source=0.0.1,count=-1 count.must.be
d3:3,4 broadcast,source=0.0.1,self-links=2 unknown.self-links
d3:3,4 exchange,of=uniform,load=0.1 unknown.option.'load'
d3:3,4 exchange,of=uniform needs.a.load
d3:3,4 exchange,of=all-to-all not.a.permutation
d3:3,4 exchange,of=randm did.you.mean.'random'
d3:3,4 exchange,delay=1001 delay.must.be
d3:3,4 hypercube-embedding,placement=dilation did.you.mean.'dilation-2'
d3:3,4 hypercube-embedding,of=all-to-all hypercube:5.is.another
END
for traffic in broadcast,source=0.0.1 all-to-one,sink=0.0.1; do
  run "$lockhop" run d3:3,4 "$traffic,copies=routers" --routing destination
  refused "$traffic: routers copy, with destinations in the headers" "need source vectors"
done

# trace LINE...: a trace for d3:3,4; it is $scratch/x.trace.
trace() {
  printf '# lockhop schedule 1 d3:3,4 source-vector\n' >"$scratch/x.trace"
  printf '%s\n' "$@" >>"$scratch/x.trace"
  run "$lockhop" run d3:3,4 "trace:$scratch/x.trace"
}
columns='# cycle source destination header'

trace '# conflict-free' "$columns" '0 0 24 0xd8' '0 1 26 0xd6'
refused "a schedule said to be free of link conflicts, which has one" \
  "packet 0 \(.* to 1.2.0\) and packet 1 \(.* to 1.2.2\) both take port global 1 of 0.0.2 in step 2"
trace "$columns" '0 0 24 0xd8' '0 1 26 0xd6'
expect "the same without that promise" 0 'link conflicts +1, in 1 step' '^PASS$'
trace "$columns" '0 0 24 0x1d8'
refused "a trace with a header that leads nowhere" "header 0x1d8 leads nowhere"
trace "$columns" '0 0 24 0xd8' '9 24 0 0xd8 answers 2' '9 25 0 0xd8'
refused "an answer to a later packet" "packet 1 answers packet 2; it can answer only an earlier one"
trace "$columns" '0 0 24 0xd8' '9 25 0 0xd8 answers 0'
refused "an answer to a packet for another switch" "does not go to its source"
trace "$columns" '0 0 4294967295 0xd8'
refused "the number of a broadcast" "out of range"
trace "$columns" '0 0 24 0xd8' '9 0 24 0xd8 answers 0x0'
refused "an answer to no number" "is not 'cycle source destination 0xheader answers packet'"

while read -r option value pattern; do
  run "$lockhop" run hypercube:4 random "--$option" "$value"
  refused "--$option $value" "$pattern"
done <<'END'
depth -1 must.be
depth x must.be
depth 99999999 must.be
packets 0 ports
packets many ports
packets 9999999999999999999999 ports
lanes 64 must.be
lanes -3 must.be
sends 64 must.be
data-bits 0 must.be
data-bits 65 must.be
data-bits 3 cannot.number
seed -1 seed
seed 18446744073709551616 seed
cycles 0 must.be
cycles x must.be
routing detreministic did.you.mean
machine aray did.you.mean
wave-cycles 5 A-B
wave-cycles 9-3 A-B
json /nowhere/x.json cannot.create
wave /nowhere/x.fst nowhere
dut x.v golden
END

for switches in 99 1,1 "," x; do
  run "$lockhop" run hypercube:4 random --wave "$scratch/x.fst" --wave-switches "$switches"
  refused "--wave-switches $switches" "wave-switches"
done
run "$lockhop" run hypercube:4 random --wave-cycles 3-5
refused "a window without a waveform" "give --wave"
run "$lockhop" run hypercube:20 random --lanes 63
refused "ports and lanes are at most 64 channels" "channels"
run "$lockhop" run hypercube:3 random --sends 4
refused "a switch sends on no more ports than it has" "a switch of hypercube:3 has 3 ports"
run "$lockhop" run hypercube:3 random --pushes 2
refused "a queue takes one packet in a cycle, or all" "--pushes '2': must be a number in 0..1"
run "$lockhop" run mesh:4x4 random --routing four-phase --pushes 1
refused "one push and a waiting store" "--pushes 1: .* 'four-phase' has a waiting store; give"
run "$lockhop" rtl d3:2,3 --routing source-vector --pushes 1 -o "$scratch/copies"
refused "one push and packets to several ports" "--pushes 1: .* several ports; give --pushes 0"
run "$lockhop" run hypercube:4 uniform,load=0.1 --lanes 0
refused "packets in the ports must all start in cycle 0" "cycle 0"
run "$lockhop" cosim hypercube:4 random --depth 0
refused "lock step needs a finite depth" "only the golden model has queues without"
run "$lockhop" cosim hypercube:4 random --lanes 0
refused "lock step needs a lane" "only the golden model runs without"
run "$lockhop" run hypercube:20 random --packets 1048576
refused "more packets than can be numbered" "at most"
run "$lockhop" route hypercube:4 0 16
refused "a destination that is not there" "destination"
run "$lockhop" route hypercube:4 01012 0
refused "a source that is no address" "source"
run "$lockhop" rtl hypercube:3 --lanes 0
refused "a switch without lanes" "at least 1"
run "$lockhop" rtl hypercube:3 -o /dev/null/x
refused "an output directory that cannot be" "dev/null"

run "$lockhop" schedule d3:2,2 uniform,load=0.1,warmup=1,measure=1 --routing ugal --steps
refused "steps of packets whose path is not in their header" "use another, such as source-vector"

# structures: what has none, and options that do not fit
run "$lockhop" info mesh:3x3 --cycle
refused "a network without a Hamiltonian cycle" "no Hamiltonian cycle: .* 5 switches .* 4 others"
run "$lockhop" info mesh:4 --cycle
refused "a cycle through the end of a line" "switch 0 has one neighbour"
run "$lockhop" info benes:3 --cycle
refused "a cycle along links of one direction" "links in one direction"
run "$lockhop" info hypercube:14,terminals=2 --levels
refused "levels of a network that has none" "no levels with indexes; .*rdn"
run "$lockhop" info rdn:3:1 --levels --switch 2:0
refused "the index of a level that is not there" "has levels 0 to 1"
run "$lockhop" info rdn:3:1 --levels --switch 1:0.0.3.0
refused "an index that is not there" "no such index; at level 1 the last one of rdn:3:1 is 1.2.2.0"
run "$lockhop" info rdn:3:1 --levels --switch 18
refused "a switch that is not there" "--switch '18' is out of range"
run "$lockhop" info rdn:3:1 --cycle --links
refused "two outputs of info" "give one"
run "$lockhop" info rdn:3:1 --json -
refused "JSON of formulas" "--json is for --cycle and --levels"
run "$lockhop" info rdn:3:1 --cycle --switch 1
refused "one switch of a cycle" "--switch is for --levels"
run "$lockhop" info hypercube:17 --cycle --json -
refused "JSON of too many switches" "at most 65536 switches"
run "$lockhop" info rdn:3:1 --cycle --json /dev/null/x
expect "a file that cannot be" 2 "/dev/null/x"
run "$lockhop" route hypercube:3 1 1 --disjoint
refused "disjoint paths to the source" "are both at switch 001"
run "$lockhop" route hypercube:3 1 2 --disjoint --routing rand-trans
refused "disjoint paths by a routing" "--routing has no meaning"
run "$lockhop" route hypercube:3 1 2 --json -
refused "JSON of one path" "--json is for --disjoint"
run "$lockhop" schedule hypercube:3 random --colors
refused "colors of a network without a middle" "sets up no permutations"
run "$lockhop" schedule benes:3 uniform,load=0.1 --colors
refused "colors of packets that are no permutation" "belong to no permutation"
run "$lockhop" schedule benes:3 random,parts=2 --colors
refused "colors of parts" "without parts="
run "$lockhop" schedule benes:3 random --colors --loads
refused "two outputs of schedule" "give one"
run "$lockhop" schedule benes:3 random --json -
refused "JSON of a schedule" "--json is for --colors"

run "$lockhop" --help
expect "help" 0 "usage: lockhop COMMAND" "cosim"
run "$lockhop" --version
expect "version" 0 "lockhop [0-9]"
for command in list info route schedule rtl run cosim; do
  run "$lockhop" $command --help
  expect "help of $command" 0 "usage: lockhop $command"
done

run "$lockhop" run hypercube:4 random --json -
expect "JSON on stdout" 0 '"outcome": "PASS"' '^PASS$'
if python3 -c 'import json, sys; json.load(open(sys.argv[1]))' "$out" 2>"$err"; then
  ok "stdout holds JSON and nothing else"
else
  not_ok "stdout holds JSON and nothing else" "$(cat "$err")"
fi
python3 - "$out" >"$scratch/keys" 2>&1 <<'END'
import json, sys
result = json.load(open(sys.argv[1]))
wanted = """topology switches ports routing traffic seed packets delivered steps hops average_delay
undelayed_percent max_output_queue cycles outcome""".split()
print([key for key in wanted if key not in result])
END
if [ "$(cat "$scratch/keys")" = "[]" ]; then
  ok "JSON has every key of the contract"
else
  not_ok "JSON has every key of the contract" "$(cat "$scratch/keys")"
fi
run "$lockhop" run hypercube:4 random --quiet
if [ "$(cat "$out")" = PASS ]; then
  ok "--quiet prints the outcome alone"
else
  not_ok "--quiet prints the outcome alone" "$(cat "$out")"
fi
run sh -c "$lockhop schedule hypercube:4 random >/dev/full"
expect "a full standard output is an environment error" 3 "cannot write"
run sh -c "$lockhop run hypercube:4 random --json /dev/full"
expect "a full JSON file is an environment error" 3 "cannot write '/dev/full'"
finish
