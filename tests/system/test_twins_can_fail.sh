#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The Lockhop authors

# test_twins_can_fail -- every twin test fails, at the right signal, when its Verilog module
# is replaced by one of tests/broken/; and passes, built in the same way, with the module of
# rtl/.
set -u
. tests/system/tap.sh

export CMOCKA_MESSAGE_OUTPUT=TAP
objects=$(for folder in base component route switch; do
  for source in cmodel/"$folder"/*.c; do
    echo "build/obj/${source%.c}.o"
  done
done)

# twin TEST MODEL FILE: builds and runs the test with this one model, made with FILE in
# place of the module that it defines; status, $out and $err of it, or of the build if that
# fails.
twin() {
  program=build/twin/broken/$(basename "$3" .v)/test_$1.program
  run env TWIN_RTL="$3" TWIN_MODELS="$2" tests/twin/build_twin.sh "$program" \
    "tests/twin/test_$1.cpp" "${CXX:-g++}" "-O3 -flto=auto" "$objects -lcmocka -lm"
  built=$status
  [ "$built" -ne 0 ] || run "$program"
  command_line="tests/twin/test_$1.cpp, $2, TWIN_RTL=$3"
}

# good TEST MODEL FILE
good() {
  twin "$@"
  expect "test_$1 passes with $3" 0 '^ok 1 '
}

# bad TEST MODEL BUG SIGNAL [DIRECTORY]: the failure shows at SIGNAL.
bad() {
  twin "$1" "$2" "${5:-tests/broken}/$3.v"
  if [ "$built" -eq 0 ] && [ "$status" -gt 0 ] && [ "$status" -lt 128 ] &&
    grep -q '^not ok 1 ' "$out" && grep -q "seed.* $4.*, in C " "$err"; then
    ok "test_$1 fails with $3, at $4"
  else
    not_ok "test_$1 fails with $3, at $4" "$command_line" "exit status $status" \
      "$(tail -n 8 "$out" "$err")"
  fi
}

# No planted bug is in the comparator: one is made here.
sed 's/destination_i ^ here_i/destination_i | here_i/' rtl/component/comparator.v \
  >"$scratch/comparator_or.v"
good comparator Vcomparator_3 rtl/component/comparator.v
bad comparator Vcomparator_3 comparator_or differ_o "$scratch"

good priority_encoder Vpriority_encoder_3 rtl/component/priority_encoder.v
bad priority_encoder Vpriority_encoder_3 priority_order index_o

good bitfix Vbitfix_3 rtl/route/bitfix.v
bad bitfix Vbitfix_3 pid_bit ports_o

good router Vrouter_3_2_2 rtl/component/router.v
bad router Vrouter_3_2_2 drop_under_contention push_o
bad router Vrouter_3_2_2 duplicate taken_o
bad router Vrouter_3_2_2 overflow_at_full taken_o
bad router Vrouter_3_2_2 depth_off_by_one taken_o

good input_queue Vinput_queue_2 rtl/component/input_queue.v
bad input_queue Vinput_queue_2 moore_bypass full_o

good output_queue Vqueue_2_3 rtl/component/output_queue.v
bad output_queue Vqueue_2_3 stale_after_stall packet_o
bad output_queue Vqueue_2_3 missing_reset count_o
bad output_queue Vqueue_2_3 wrong_push_order packet_o
bad output_queue Vqueue_2_3 moore_ready count_o

good switch Vswitch_2_1_2 rtl/switch/switch.v
bad switch Vswitch_2_1_2 flip_ejected_data eject_packet_o
finish
