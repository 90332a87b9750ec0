#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The Lockhop authors

# test_evidence -- what a difference leaves behind is of its run, whole and true.
# shellcheck disable=SC2016 # regular expressions end in $
set -u
. tests/system/tap.sh

root=$PWD
case $lockhop in
  /*) ;;
  *) lockhop=$root/$lockhop ;;
esac

# fresh NAME: an empty folder to run in, $folder.
fresh() {
  folder=$scratch/$1
  mkdir -p "$folder"
}

# cosim ARGUMENTS: in $folder; status, $out, $err.
cosim() {
  command_line="cosim $*"
  (cd "$folder" && exec "$lockhop" cosim "$@") >"$out" 2>"$err" </dev/null
  status=$?
}

# stem: the only waveform of $folder without its suffix.
stem() {
  (cd "$folder" && ls ./*.fst 2>/dev/null) | sed 's|^\./||; s|\.fst$||'
}

# law TEXT COMMAND...: it succeeds.
law() {
  law_text=$1
  shift
  if "$@" >"$scratch/log" 2>&1; then
    ok "$law_text"
  else
    not_ok "$law_text" "$command_line" "$*" "$(tail -n 3 "$scratch/log" "$out")"
  fi
}

# vcd: the only waveform of $folder as $folder/vcd.
vcd() {
  fst2vcd -f "$folder/$(stem).fst" -o "$folder/vcd" 2>"$scratch/log" ||
    not_ok "the waveform can be read" "$(cat "$scratch/log")"
}

broken_switches duplicate missing_reset flip_ejected_data

# A copy, so that its content can change under one name.
cp "$scratch/broken/duplicate.v" "$scratch/dut.v"
args="hypercube:2 random --packets 8 --depth 1 --dut $scratch/dut.v"

# --- names ---

# shellcheck disable=SC2086 # options
{
  fresh one && cosim $args
  expect "a difference" 1 '^first difference: cycle' \
    '^waveform: lockhop-difference-[0-9a-f]{8}\.fst' \
    '^DIFFER$'
  first=$(stem)
  law "leaves waveform, view and script" test -s "$folder/$first.fst" -a -s "$folder/$first.gtkw" \
    -a -x "$folder/$first.decode.py"
  law "and nothing else" test "$(find "$folder" -type f | wc -l)" -eq 3
  law "the view names the waveform" grep -qF "[dumpfile] \"$first.fst\"" "$folder/$first.gtkw"
  law "the view names the script" grep -q "/$first.decode.py" "$folder/$first.gtkw"
  law "the script runs" sh -c "echo 0 | '$folder/$first.decode.py'"
  vcd && cp "$folder/vcd" "$scratch/first.vcd"

  fresh again && cosim $args
  law "the same run gives the same names" test "$(stem)" = "$first"
  law "and the same view" cmp "$scratch/one/$first.gtkw" "$folder/$first.gtkw"
  vcd
  sed '/^\$date/,/^\$end/d' "$scratch/first.vcd" >"$scratch/a.vcd"
  sed '/^\$date/,/^\$end/d' "$folder/vcd" >"$scratch/b.vcd"
  law "and the same values" cmp "$scratch/a.vcd" "$scratch/b.vcd"

  fresh quiet && cosim $args --quiet
  law "--quiet: neither the numbers nor the events" test -z "$(grep -E 'delivered|^last' "$out")"
  law "--quiet: the evidence all the same" test -s "$folder/$(stem).gtkw"
  fresh json && cosim $args --json result.json
  law "JSON names the waveform" grep -q "\"waveform\": \"$(stem).fst\"" "$folder/result.json"
  law "JSON has no statistics of a run that was cut short" test \
    "$(grep -cE '"(steps|hops|average_delay|undelayed_percent)": null' "$folder/result.json")" -eq 4
  fresh quiet-json && cosim $args --json - --quiet
  law "JSON on standard output names it too" grep -q "\"waveform\": \"$(stem).fst\"" "$out"
  fresh seed1 && cosim $args --seed 1
  fresh seed2 && cosim $args --seed 2
  law "another seed, another name" test "$(stem)" != "$first"
  echo '// changed' >>"$scratch/dut.v"
  fresh changed && cosim $args
  law "another content of the design, another name" test "$(stem)" != "$first"
  cp "$scratch/broken/duplicate.v" "$scratch/dut.v"
  fresh named && cosim $args --wave mine.fst --json result.json
  law "a waveform that the user names is the evidence" test "$(stem)" = mine
  law "and JSON names it" grep -q '"waveform": "mine.fst"' "$folder/result.json"
}

# --- in parallel ---

fresh both
# shellcheck disable=SC2086
for seed in 1 2; do
  (cd "$folder" && exec "$lockhop" cosim $args --seed $seed) >"$scratch/both.$seed" 2>&1 &
done
wait
command_line="two runs in $folder"
law "two runs in one folder leave two of each" test "$(find "$folder" -type f | wc -l)" -eq 6
for seed in 1 2; do
  alone=$(cd "$scratch/seed$seed" && ls ./*.gtkw)
  law "seed $seed: as if it was alone" cmp "$scratch/seed$seed/$alone" "$folder/$alone"
  fst2vcd -f "$folder/${alone%.gtkw}.fst" -o "$scratch/a.vcd" 2>"$scratch/log"
  fst2vcd -f "$scratch/seed$seed/${alone%.gtkw}.fst" -o "$scratch/b.vcd" 2>"$scratch/log"
  for name in a b; do
    sed '/^\$date/,/^\$end/d' "$scratch/$name.vcd" >"$scratch/$name"
  done
  law "seed $seed: the same values" cmp "$scratch/a" "$scratch/b"
done

# --- values ---

# shown TEXT: the waveform of $folder shows the first difference of $out, and no other lie.
shown() {
  vcd
  where=$(sed -n 's/^first difference: cycle \([0-9]*\), switch \([0-9]*\) .*/\1 \2/p' "$out")
  # shellcheck disable=SC2086 # cycle and switch
  law "$1" python3 tests/system/waveform_laws.py "$folder/vcd" 2 "$2" first $where
}

kinds=missing_reset
! whole || kinds="duplicate $kinds flip_ejected_data"
for broken in $kinds; do
  fresh "shown-$broken"
  cosim hypercube:2 random --packets 8 --depth 1 --lanes 2 --dut "$scratch/broken/$broken.v"
  if [ "$status" -eq 1 ]; then
    shown "$broken: both passes find the same, and differ is true in every cycle" 2
  else
    not_ok "$broken: a difference" "exit $status" "$(tail -n 3 "$out" "$err")"
  fi
done

# --- where the waveform begins ---

# late N: a switch that shows nothing to its neighbours any more from cycle N on.
late() {
  sed "s/assign out_valid_o = linked;/reg [15:0] age;\
always @(posedge clk) age <= rst ? 16'd0 : age + 16'd1;\
assign out_valid_o = age < 16'd$1 ? linked : {QUEUES{1'b0}};/" rtl/switch/switch.v
}

late 40 >"$scratch/late.v"
fresh late
cosim hypercube:2 random --packets 80 --depth 1 --lanes 2 --dut "$scratch/late.v"
expect "a switch that fails late" 1 '^first difference: cycle 4[0-9], ' '^DIFFER$'
vcd
begin=$(sed -n 's/^first difference: cycle \([0-9]*\),.*/\1/p' "$out")
law "the waveform begins 20 cycles before" python3 tests/system/waveform_laws.py \
  "$folder/vcd" 2 2 begins "$((${begin:-0} - 20))"

# A packet that is lost is known at the end alone; the report follows it all the same.
for wave in "" "--wave mine.fst"; do
  fresh "lost${wave:+-recorded}"
  # shellcheck disable=SC2086 # options
  cosim hypercube:2 random --packets 80 --depth 1 --lanes 2 --compare flow \
    --dut "$scratch/late.v" $wave
  expect "lost packets${wave:+, recorded}" 1 '^first difference: .* rule lost' '^route so far' \
    '^  packet [0-9]+ in the design: ' '^DIFFER$'
done

# --- our own Verilog, which is compiled again to be recorded ---

mkdir -p "$scratch/tree/build"
mkdir -m 700 "$scratch/tree/build/cache"
# The run-time library takes long to compile: from the common cache, when it is there.
cp build/cache/runtime-* "$scratch/tree/build/cache" 2>/dev/null
cp -RL rtl sim waves "$scratch/tree"
cp "$lockhop" "$scratch/tree/build/lockhop"
cp "$scratch/late.v" "$scratch/tree/rtl/switch/switch.v"
fresh own
command_line="cosim with a tree of its own"
(cd "$folder" && "$scratch/tree/build/lockhop" cosim hypercube:2 random --packets 80 --depth 1 \
  --lanes 2) >"$out" 2>"$err" </dev/null
status=$?
expect "a tree whose own switch is wrong" 1 '^waveform: lockhop-difference-' '^DIFFER$'
vcd
law "it is recorded too" python3 tests/system/waveform_laws.py "$folder/vcd" 2 2 begins \
  "$((${begin:-0} - 20))"

# --- a design that stops ---

sed 's/^endmodule/reg [7:0] n;\
always @(posedge clk) begin\
  n <= rst ? 8'"'d0"' : n + 8'"'d1"';\
  if (!rst \&\& n == 8'"'d5"') $error("planned");\
end\
endmodule/' rtl/switch/switch.v >"$scratch/stops.v"
fresh stops
cosim hypercube:2 random --packets 8 --depth 1 --lanes 2 --dut "$scratch/stops.v"
expect "a design that stops" 1 '^the design stopped by itself in cycle 5 at switch 0' '^DIFFER$'
vcd
law "its waveform has a cycle for each that it has run" python3 tests/system/waveform_laws.py \
  "$folder/vcd" 2 2 cycles 6
grep -E '^  cycle ' "$out" >"$scratch/events"
law "each of its last events is that of the golden model" test \
  "$(grep -cE '^  cycle [0-9]+ +both ' "$scratch/events")" -ge 5
law "and they tell of packets" test "$(grep -c 'takes packet' "$scratch/events")" -ge 3
law "no statistics are printed" test -z "$(grep -E 'average delay|undelayed|  steps|  hops' "$out")"
fresh timeout
cosim hypercube:2 random --packets 8 --depth 1 --lanes 2 --cycles 5 --json result.json
expect "a run that was cut short" 4 '^TIMEOUT$'
law "prints no statistics" test -z "$(grep -E 'average delay|undelayed|  steps|  hops' "$out")"
law "and JSON has null" test \
  "$(grep -cE '"(steps|hops|average_delay|undelayed_percent)": null' "$folder/result.json")" -eq 4
law "and it leaves no waveform" test -z "$(stem)"
finish
