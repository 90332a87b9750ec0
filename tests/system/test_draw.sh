#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The Lockhop authors

# test_draw -- drawings as a user meets them: XML that stands alone, loads that are those of the
# schedule, endings and wrong input.
set -u
. tests/system/tap.sh

# Prints what is wrong with a drawing: its XML, what it takes from elsewhere, its size.
cat >"$scratch/alone.py" <<'END'
import re
import sys
import xml.etree.ElementTree as tree

root = tree.parse(sys.argv[1]).getroot()
space = "{http://www.w3.org/2000/svg}"
known = {space + name for name in "svg title rect g path circle text".split()}
for element in root.iter():
    if element.tag not in known:
        print("element", element.tag)
    for name, value in element.attrib.items():
        if "href" in name or "style" in name or name.startswith("on") or "url(" in value:
            print("attribute", name, value)
        if re.search(r"nan|inf", value) and name not in ("role", "font-family"):
            print("number", name, value)
if not (0 < float(root.get("width")) < 4000 and 0 < float(root.get("height")) < 4000):
    print("size", root.get("width"), root.get("height"))
END

# drawn NAME ARGUMENT...: a drawing stands alone.
drawn() {
  name=$1
  shift
  run "$lockhop" draw "$@"
  if [ "$status" -ne 0 ] || [ -s "$err" ]; then
    not_ok "$name: draw $*" "$(tail -n 3 "$err")"
    return
  fi
  faults=$(python3 "$scratch/alone.py" "$out" 2>&1)
  if [ -z "$faults" ]; then ok "$name: draw $*"; else not_ok "$name: draw $*" "$faults"; fi
}

"$lockhop" list topologies | sed -n 's/^ *\([a-z0-9-]*\):.*/\1/p' | sort -u >"$scratch/names"
while read -r spec traffic; do
  name=${spec%%:*}
  sed -i "/^$name\$/d" "$scratch/names"
  drawn "network" "$spec"
  drawn "loads" "$spec" "$traffic"
done <<'END'
hypercube:1 random
hypercube:4 transpose
hypercube:8 bit-reversal
torus:2 random
torus:9 random
torus:4x4 uniform,load=0.2,warmup=10,measure=50
torus:2x3x5 random
mesh:16 random
mesh:4x4 random
mesh:3x3x3 random
cmesh:3x2,2 random
flatfly:3,3 random
fattree:2,4 random
d3:2,3 all-to-all
d3:2,3,cabinets=1-3/4,routers=0-2-3/4 random
d3:2,4 broadcast,source=0.0.1
mdf:2,3 random
pn:3,2 random
benes:3 bit-reversal
benes:6 random
waksman:3 random
butterfly:4 bit-reversal
butterfly:1,wrap=1 bit-complement
butterfly:3,wrap=1 bit-reversal
hdn:2x2:2 random
rdn:2x2:1 random
dual-cube:3 random
ccc:3 random
file:examples/networks/campus.json random
END
if [ -s "$scratch/names" ]; then
  not_ok "every topology is drawn" "$(cat "$scratch/names")"
else
  ok "every topology is drawn"
fi
drawn "a part with links outwards" d3:3,4 --only drawer=0.1 --color class
drawn "a part of a network too large" torus:1000x1000 --only 0,1,999,999999
drawn "a step" d3:2,3 all-to-all --step 3
drawn "a step of a collective" rdn:2x2x2:1 one-to-all-broadcast --step 5
drawn "a way alone" hypercube:7 bit-reversal --packet 3 --only way
drawn "paths" benes:3 random --color path
printf '1\n0\n' >"$scratch/a&b<c>.txt"
drawn "a name of signs of XML" hypercube:1 "file:$scratch/a&b<c>.txt"

# Loads against the steps of the schedule, which are counted without a machine.
cat >"$scratch/loads.py" <<'END'
import collections
import re
import sys

steps = collections.Counter()
for line in open(sys.argv[1]):
    words = line.rstrip("\n").split(" ", 5)
    if words[0] != "#" and "hold" not in words[5]:
        steps[words[3], words[5]] += 1
drawn = {}
for title in re.findall("<title>(.*?)</title>", open(sys.argv[2]).read()):
    for link in title.split("; "):
        match = re.fullmatch(r"(\S+) by (.+) to (\S+): (\d+)", link)
        if match:
            drawn[match[1], match[2]] = int(match[4])
print(len(drawn), "links")
print([link for link in drawn if drawn[link] != steps[link]])
print([link for link in steps if link not in drawn])
END
while read -r links spec traffic; do
  "$lockhop" schedule "$spec" "$traffic" --steps >"$scratch/steps"
  "$lockhop" draw "$spec" "$traffic" -o "$scratch/loads.svg"
  python3 "$scratch/loads.py" "$scratch/steps" "$scratch/loads.svg" >"$out" 2>&1
  if [ "$(tr '\n' ' ' <"$out")" = "$links links [] [] " ]; then
    ok "$spec $traffic: the loads of $links links are those of the schedule"
  else
    not_ok "$spec $traffic: loads of $links links" "$(cat "$out")"
  fi
done <<'END'
72 d3:2,3 all-to-all
135 d3:3,3,cabinets=0-1-2/4 random
84 mdf:2,3 random
160 d3:2,4 random
END

# The numbers below the levels against those of the paths.
cat >"$scratch/levels.py" <<'END'
import re
import sys

wanted = {"most in a switch": [], "most on a link": []}
for line in open(sys.argv[1]):
    words = line.split()
    if words[0].isdigit():
        wanted["most in a switch"].append(words[1])
        wanted["most on a link"].append(words[5])
shown = {}
title = None
for text in re.findall("<text [^>]*>(.*?)</text>", open(sys.argv[2]).read()):
    if text in wanted:
        title = text
        shown[title] = []
    elif title and re.fullmatch("[0-9]+", text):
        shown[title].append(text)
    else:
        title = None
links = shown["most on a link"]
rest = wanted["most on a link"][len(links):]
print(shown["most in a switch"] == wanted["most in a switch"] and
      links == wanted["most on a link"][:len(links)] and all(load == "0" for load in rest),
      *shown["most in a switch"], "/", *links)
END
while read -r spec traffic numbers; do
  "$lockhop" schedule "$spec" "$traffic" --loads >"$scratch/levels"
  "$lockhop" draw "$spec" "$traffic" -o "$scratch/levels.svg"
  python3 "$scratch/levels.py" "$scratch/levels" "$scratch/levels.svg" >"$out" 2>&1
  if [ "$(cat "$out")" = "True $numbers" ]; then
    ok "$spec $traffic: $numbers, as the paths say"
  else
    not_ok "$spec $traffic: $numbers, as the paths say" "$(cat "$out")"
  fi
done <<'END'
butterfly:4 bit-reversal 1 2 4 2 1 / 1 2 2 1
butterfly:7 bit-reversal 1 2 4 8 8 4 2 1 / 1 2 4 8 4 2 1
butterfly:3,wrap=1 bit-reversal 2 1 1 / 1 1 1
benes:3 random 1 1 1 1 1 1 / 1 1 1 1 1
END

run "$lockhop" draw hypercube:4 random -o "$scratch/cube.svg"
expect "-o writes the file and says nothing" 0
"$lockhop" draw hypercube:4 random >"$scratch/again.svg"
if [ ! -s "$out" ] && cmp -s "$scratch/cube.svg" "$scratch/again.svg"; then
  ok "the same bytes in a file and on standard output"
else
  not_ok "the same bytes in a file and on standard output"
fi

run "$lockhop" draw hypercube:4 random --cycles 3 -o "$scratch/cut.svg"
expect "a run that is cut short has its exit code" 4 "limit of --cycles"
run grep -c "TIMEOUT in cycle 3: [0-9]* of 16 packets delivered" "$scratch/cut.svg"
expect "and its drawing says so" 0 "^1$"
printf '%s\n' 0 3 0 1 2 3 2 1 >"$scratch/ring.txt"
run "$lockhop" draw hypercube:2 "file:$scratch/ring.txt" --packets 2 --lanes 0 --depth 1
if [ "$status" -eq 4 ] && grep -q "DEADLOCK in cycle" "$out"; then
  ok "a deadlock is drawn"
else
  not_ok "a deadlock is drawn" "exit status $status" "$(cat "$err")"
fi

run "$lockhop" draw
refused "no network" "needs 1 argument"
run "$lockhop" draw hypercub:4
refused "an unknown network" "did you mean 'hypercube'"
run "$lockhop" draw hypercube:4 randm
refused "unknown traffic" "did you mean 'random'"
run "$lockhop" draw hypercube:4 --routing rand-tran
refused "an unknown routing, also without traffic" "did you mean 'rand-trans'"
run "$lockhop" draw hypercube:4 random extra
refused "an argument too many" "'extra' is one argument too many"
run "$lockhop" draw hypercube:4 random --dut x.v
refused "an option of other commands" "no option '--dut'"
run "$lockhop" draw hypercube:9
refused "a network too large" "hypercube:9 has 512 switches.*such as hypercube:4"
run "$lockhop" draw torus:1000x1000 random
refused "a network too large, before it runs" "torus:1000x1000.*such as torus:4x4"
run "$lockhop" draw hypercube:4 random --color red
refused "an unknown colour" "--color 'red': must be load, path or class"
run "$lockhop" draw hypercube:4 --step 1
refused "a step without traffic" "--step needs traffic"
run "$lockhop" draw hypercube:4 --color path
refused "paths without traffic" "--color load or path needs traffic"
run "$lockhop" draw hypercube:4 random --step 4
refused "a step too many" "--step 4: the run has 3 steps"
run "$lockhop" draw hypercube:4 random --step 0
refused "step 0" "--step '0': must be a number in 1[.][.]"
run "$lockhop" draw hypercube:4 random --packet 16
refused "a packet too many" "--packet 16: random has packets 0 to 15"
run "$lockhop" draw hypercube:4 random --only way
refused "the way of no packet" "--only way: of which packet"
run "$lockhop" draw d3:2,3 --only drawer=6
refused "a drawer too many" "d3:2,3 has drawer=0[.][.]5"
run "$lockhop" draw hypercube:6 random --color path
refused "too many paths" "--color path: 6[0-9] packets cross links, and there are 36 colours"
run "$lockhop" draw rdn:2x2x2:1 one-to-all-broadcast --packet 3
refused "a packet of a collective" "moves by programs.*use --step"
run "$lockhop" draw rdn:2x2x2:1 one-to-all-broadcast --step 9
refused "a step of a collective too many" "--step 9: this operation has 8 steps"
drawn "a Hamiltonian cycle" hdn:2x2:2 --cycle
expect "its links are as many as the switches" 0 "16 of 48 links used; packets on a link: most 1,"
run "$lockhop" draw mesh:3x3 --cycle
refused "a cycle that is not there" "mesh:3x3 has no Hamiltonian cycle"
run "$lockhop" draw hypercube:4 random --cycle
refused "a cycle with traffic" "--cycle draws a network without traffic"
run "$lockhop" draw hypercube:4 -o "$scratch/none/x.svg"
refused "a folder that is not there" "cannot create"
run sh -c "$lockhop draw hypercube:6 >/dev/full"
expect "a full standard output is an environment error" 3 "cannot write"
finish
