#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The Lockhop authors

# test_twins_can_fail -- every twin test fails, at the right signal, when its Verilog module
# is replaced by one of tests/broken/; and passes, built in the same way, with the module of
# rtl/.
set -u
. tests/system/tap.sh

export CMOCKA_MESSAGE_OUTPUT=TAP
library='build/plain/libcmodel.a -lz -ljansson -ldl -lm'

# expect_twin TEST MODEL FILE SIGNAL: one more model of the test, made with FILE in place of the
# module that it defines; it fails at SIGNAL, or passes when that is "".
expect_twin() {
  [ -e "$scratch/$1.list" ] || echo "$1" >>"$scratch/tests"
  echo "$2 $3 ${4:-}" >>"$scratch/$1.list"
}

# good TEST MODEL FILE
good() {
  expect_twin "$@"
}

# bad TEST MODEL BUG SIGNAL [DIRECTORY]: the failure shows at SIGNAL.
bad() {
  [ $# -eq 5 ] || broken_switches "$3"
  expect_twin "$1" "$2" "${5:-$scratch/broken}/$3.v" "$4"
}

# mutant NAME FILE EDIT: $scratch/NAME.v is FILE with a bug, made by EDIT, a command of sed.
mutant() {
  sed "$3" "$2" >"$scratch/$1.v"
  ! cmp -s "$2" "$scratch/$1.v" || not_ok "mutant $1 is another module" "$2" "$3"
}

# pair TEST MODEL FILE SIGNAL NAME EDIT: good with FILE, bad with it edited.
pair() {
  good "$1" "$2" "$3"
  mutant "$5" "$3" "$6"
  bad "$1" "$2" "$5" "$4" "$scratch"
}

# tests/broken/ has no bug in these; they are made here.
pair comparator Vcomparator_3 rtl/component/comparator.v differ_o comparator_or \
  's/destination_i ^ here_i/destination_i | here_i/'
pair destination_exchange Vexchange_3 rtl/component/destination_exchange.v immediate_o \
  exchange_always 's/arrived_o && exchange_i ?/arrived_o ?/'
pair dimension_selector Vdimension_selector_3 rtl/component/dimension_selector.v index_o \
  select_unmasked 's/mask_i & random_i/random_i/'
pair mask_generator Vmask_generator_3 rtl/component/mask_generator.v mask_o mask_keeps_index \
  's/<< index_i << 1/<< index_i/'
pair alternate_destination_selector Valternate_5_0 \
  rtl/component/alternate_destination_selector.v index_o alternate_by_other_bits \
  's/random_i\[31:20\]/random_i[30:19]/'
pair alternate_destination_selector Valternate_5_1 \
  rtl/component/alternate_destination_selector.v index_o alternate_not_modulo \
  's/ % MODULUS//'
pair random_bits Vrandom_bits_5_0 rtl/component/random_bits.v word_o other_polynomial \
  "s/{29'd0, state\\[63:32\\], 3'd0}/{30'd0, state[63:32], 2'd0}/"
mutant advance_in_turn rtl/component/random_bits.v 's/enter_i != {CHANNELS{1.b0}}/enter_i[0]/'
bad random_bits Vrandom_bits_5_1 advance_in_turn word_o "$scratch"
pair priority_queue Vpriority_2_3_1 rtl/component/priority_queue.v packet_o newest_first \
  's/\] > priority_o)/] >= priority_o)/'
pair link_arbiter Varbiter_3_0 rtl/component/link_arbiter.v grant_o never_blocked \
  's/rst ? NONE : ~ready_i/NONE/'
mutant turn_without_sending rtl/component/link_arbiter.v 's/(sent_i),/(grant_o),/'
bad link_arbiter Varbiter_3_0 turn_without_sending grant_o "$scratch"
pair send_arbiter Vsend_3_1_0_0 rtl/component/send_arbiter.v grant_o sends_one_too_many \
  's/ahead < LIMIT/ahead <= LIMIT/'
mutant turn_of_the_first rtl/component/send_arbiter.v \
  's/RANK_BITS\] <= lowest/RANK_BITS] >= lowest/'
bad send_arbiter Vsend_3_2_0_0 turn_of_the_first grant_o "$scratch"
mutant blocked_is_equal rtl/component/send_arbiter.v \
  's/rst ? {QUEUES{1.b0}} : ~ready_i/{QUEUES{1'"'b0"'}}/'
bad send_arbiter Vsend_2_1_0_0 blocked_is_equal grant_o "$scratch"
pair turn_router Vturn_3_2_2 rtl/component/turn_router.v push_o turn_stays \
  's/behind_q <= rst/behind_q <= 1 ? {PORTS*CHANNELS{1'"'b0"'}} : rst/'
mutant turn_is_its_own rtl/component/turn_router.v \
  's/CHANNELS\] = above(first)/CHANNELS] = above(first) | first/'
bad turn_router Vturn_5_4_4 turn_is_its_own push_o "$scratch"
mutant takes_when_full rtl/component/turn_router.v 's/ < FULL/ <= FULL/'
bad turn_router Vturn_3_2_2 takes_when_full push_o "$scratch"
pair single_queue Vsingle_2_3 rtl/component/single_queue.v packet_o newest_leaves \
  's/place\[s\] = below/place[s] = !below/'
mutant loses_the_pop rtl/component/single_queue.v 's/ready_i ? count_q - ONE : //'
bad single_queue Vsingle_2_3 loses_the_pop count_o "$scratch"
pair waiting_store Vstore_2_3 rtl/component/waiting_store.v taken_o takes_too_many \
  's/!used\[STORE-1\]/!full_q[STORE-1]/'
mutant stays_when_it_leaves rtl/component/waiting_store.v 's/kept = kept >> 1;/kept = kept;/'
bad waiting_store Vstore_2_1 stays_when_it_leaves full_o "$scratch"
bad waiting_store Vstore_2_1 store_overflows taken_o
pair bitfix_two_phase Vtwo_phase_3_0 rtl/route/bitfix_two_phase.v eject_o \
  compare_before_exchange 's/(immediate),$/(header_i[PORTS-1:0]),/'
mutant waits_always rtl/route/bitfix_two_phase.v 's/SYNC != 0 && arrived/arrived/'
bad bitfix_two_phase Vtwo_phase_3_0 waits_always wait_o "$scratch"
pair bitfix_mask Vmask_3_10 rtl/route/bitfix_mask.v ports_o forced_again \
  's/mask != {PORTS{1.b0}} && !chosen/!chosen/'
mutant considered_again rtl/route/bitfix_mask.v 's/{new_mask, destination}/{mask, destination}/'
bad bitfix_mask Vmask_3_00 considered_again header_o "$scratch"

pair torus Vtorus_4 rtl/route/torus.v ports_o tie_by_minus 's/<= RING/< RING/'
mutant vc_without_way rtl/route/torus.v 's/forward == by_plus/forward/'
bad torus Vtorus_4 vc_without_way vc_o "$scratch"

pair dual_net Vdual_hdn_2_3_5 rtl/route/dual_net.v vc_o approach_is_a_jump \
  's/phase >> l | {2.b00, approaches\[l\]}/phase >> l/'
mutant checks_the_super_node rtl/route/dual_net.v 's/? checked : outside/? checked : ~NO_RING/'
bad dual_net Vdual_hdn_2_3_5 checks_the_super_node ports_o "$scratch"
mutant checked_again_below rtl/route/dual_net.v 's/= g_level\[i+1\].checked_below/= ~NO_RING/'
bad dual_net Vdual_hdn_2_2_2_2 checked_again_below ports_o "$scratch"
mutant lowest_jump rtl/route/dual_net.v \
  's/if (jumps\[l\])/if (jumps[l] \&\& (jumps \& ((ONE << l) - ONE)) == NONE)/'
bad dual_net Vdual_rdn_2_3 lowest_jump ports_o "$scratch"
mutant highest_approach rtl/route/dual_net.v \
  's/approaches & (~approaches + ONE)/approaches[LEVELS-1] ? ONE << (LEVELS - 1) : approaches/'
bad dual_net Vdual_hdn_2_2_2_2 highest_approach ports_o "$scratch"
mutant rings_before_a_jump rtl/route/dual_net.v 's/jumps == NONE ? differs/1 ? differs/'
bad dual_net Vdual_rdn_2_1 rings_before_a_jump ports_o "$scratch"
mutant dateline_on_rings_of_3 rtl/route/dual_net.v 's/SIZE > 3/SIZE > 2/'
bad dual_net Vdual_hdn_3_2_widening dateline_on_rings_of_3 vc_o "$scratch"
mutant no_higher_fields rtl/route/dual_net.v \
  's/= target\[CLASS-1 -: LOW - BASE\]/= target[CLASS -: LOW - BASE]/'
bad dual_net Vdual_hdn_2_2_apart no_higher_fields ports_o "$scratch"

pair grid Vgrid_5_4_free rtl/route/grid.v ports_o other_way 's/= to < at;/= to > at;/'
mutant far_by_plus_alone rtl/route/grid.v 's/back ? of_back : to - at/to - at/'
bad grid Vgrid_5_4_farthest far_by_plus_alone priority_o "$scratch"
mutant phase_of_the_port rtl/route/grid.v 's|PHASED == 2 ? p / 2 : p|p|'
bad grid Vgrid_5_4_barrier phase_of_the_port ports_o "$scratch"

pair butterfly Vbutterfly_3_wrap rtl/route/butterfly.v eject_o ejects_on_the_way \
  's/level == {LEVEL_BITS{1.b0}} && row/row/'
mutant other_port rtl/route/butterfly.v 's/= tags\[0\];/= !tags[0];/'
bad butterfly Vbutterfly_4 other_port ports_o "$scratch"

pair source_route Vsource_route_3 rtl/route/source_route.v header_o shifts_by_one \
  's/header_i >> B/header_i >> 1/'
mutant leaves_by_no_port rtl/route/source_route.v 's/none_left || no_port/none_left/'
bad source_route Vsource_route_3 leaves_by_no_port eject_o "$scratch"

pair sync_counter Vcounter_4_0 rtl/component/sync_counter.v hop_o leaves_out_twice \
  "s/{2'd0, omitted}/{1'd0, omitted, 1'd0}/"
mutant stays_no_more rtl/component/sync_counter.v "s/count_i > LAST\\[2:0\\]/1'b0/"
bad sync_counter Vcounter_4_1 stays_no_more hop_o "$scratch"
pair port_table Vtable_5 rtl/component/port_table.v port_o turned_table \
  's/row + SIZE - column/column + SIZE - row/'

good collective_engine Vengine_3_5_11 rtl/component/collective_engine.v
bad collective_engine Vengine_3_5_11 engine_loses_word eject_valid_o
bad collective_engine Vengine_3_5_11 engine_skips_startup out_valid_o
mutant waits_for_nobody rtl/component/collective_engine.v \
  's/wire  *leaves .*/wire leaves = out_valid_o != {PORTS{1'"'b0"'}};/'
bad collective_engine Vengine_3_5_11 waits_for_nobody in_ready_o "$scratch"
# engine NAME SIGNAL EDIT: the test fails with an engine that is edited, at the signal.
engine() {
  mutant "$1" rtl/component/collective_engine.v "$3"
  bad collective_engine Vengine_3_5_11 "$1" "$2" "$scratch"
}
engine start_up_of_each_message out_valid_o 's/starts   = sent_q == 24.d0 &&/starts   =/'
engine delay_while_offered out_valid_o \
  's/if (sending && delay_q < target)/if (sending)/; s/delay_q >= target/delay_q == target/'
engine target_of_16_bits out_valid_o 's/delay_q >= target/delay_q[15:0] >= target[15:0]/'
engine one_list out_packet_o 's/send_index_q\[0\] ?/1 ?/'
engine list_from_the_step out_packet_o '/if (ends) begin/s/$/ send_index_q <= 31'"'"'d0;/'
engine flags_of_the_word eject_valid_o \
  's/{1.b0, receive_index_q\[3:0\], 1.b1}/{1'"'b0, receive_word_q[3:0], 1'b1"'}/'
engine stores_what_is_dropped out_packet_o 's/taken && store/taken/'
engine ejects_by_the_lane eject_valid_o \
  's/= {enters, in_ready_o & in_valid_i}/= {taken, {PORTS{1'"'b0"'}}}/'
engine word_beyond_the_memory out_packet_o 's/word_at < MEMORY_WORDS ?/1 ?/'
engine wraps_the_program out_valid_o 's/step_at < PROGRAM_WORDS ?/1 ?/'
engine ends_without_the_last in_ready_o \
  's/received && received_q + 24.d1 == receives/arrives/'
engine runs_on in_ready_o 's/!loading && step_q < steps/step_q < steps/'
engine loads_always inject_ready_o "s/inject_ready_o = loading/inject_ready_o = 1'b1/"
engine resets_no_message in_ready_o 's/^ *receive_word_q  <= 16.d0;//'
engine writes_on in_ready_o \
  "s/write_q <= program_i\\[63\\] ? 32'd1/write_q <= program_i[63] ? write_q + 32'd1/"
engine moves_in_reset out_packet_o 's/!rst && taken && store/taken \&\& store/'

good priority_encoder Vpriority_encoder_3 rtl/component/priority_encoder.v
bad priority_encoder Vpriority_encoder_3 priority_order index_o

good bitfix Vbitfix_3 rtl/route/bitfix.v
bad bitfix Vbitfix_3 pid_bit ports_o

good sync_ports Vports_2_3 rtl/component/sync_ports.v
bad sync_ports Vports_2_3 broadcast_keeps_none ports_o

good sync_vector Vvector_2_3_1 rtl/route/sync_vector.v
bad sync_vector Vvector_2_3_1 vector_keeps_gamma header_o
bad sync_vector Vvector_2_3_1 broadcast_keeps_none ports_o

good sync_levels Vlevels_2_3 rtl/route/sync_levels.v
bad sync_levels Vlevels_2_3 level_lost header_o
! whole || bad sync_levels Vlevels_2_3 privileged_as_standard vc_o

good sync_table Vtable_2_3_1 rtl/route/sync_table.v
bad sync_table Vtable_2_3_1 table_without_swap header_o

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
bad switch Vswitch_vector ejects_too_early eject_valid_o
bad switch Vswitch_vector broadcast_keeps_none in_ready_o
bad switch Vswitch_vector vector_keeps_gamma out_packet_o
bad switch Vswitch_table table_without_swap out_packet_o
mutant one_vc rtl/switch/switch.v "s/which = said < LAST ? said : LAST/which = 3'd0/"
bad switch Vswitch_vector_vcs one_vc out_valid_o "$scratch"
mutant late_phase rtl/switch/switch.v 's/.phase_i  *(phase_q)/.phase_i (phase_i)/'
bad switch Vswitch_sync_vcs late_phase out_valid_o "$scratch"
mutant words_of_their_own rtl/switch/switch.v 's/RANDOM == 2 ? 1 : 0/0/'
bad switch Vswitch_all words_of_their_own out_valid_o "$scratch"
mutant priorities_turned rtl/switch/switch.v \
  's/= own_priority\[KEPT_BITS-1:0\];/= ~own_priority[KEPT_BITS-1:0];/'
bad switch Vswitch_ordered priorities_turned out_packet_o "$scratch"

# All states of small switches, in which a register that differs shows too.
good switch_states Vstates_fifo_2 rtl/switch/switch.v
bad switch_states Vstates_fifo_2 depth_off_by_one in_ready_o
bad switch_states Vstates_fifo_2 duplicate in_ready_o
bad switch_states Vstates_fifo_2 moore_ready in_ready_o
bad switch_states Vstates_fifo_2 wrong_push_order out_packet_o
bad switch_states Vstates_fifo_2 drops_at_full_pop register
bad switch_states Vstates_fifo_2 head_not_reset register
bad switch_states Vstates_queues choice_ties_go_long out_valid_o
bad switch_states Vstates_least least_ties_first out_valid_o
bad switch_states Vstates_own random_runs_on register
bad switch_states Vstates_own other_polynomial register "$scratch"
bad switch_states Vstates_steps steps_run_on register
bad switch_states Vstates_store store_overflows inject_ready_o
bad switch_states Vstates_store stays_when_it_leaves register "$scratch"
bad switch_states Vstates_sends turn_not_reset register
bad switch_states Vstates_sends sends_one_too_many out_valid_o "$scratch"
bad switch_states Vstates_turns turn_without_sending register "$scratch"
bad switch_states Vstates_ordered newest_first out_packet_o "$scratch"
mutant head_runs_on rtl/component/placed_queue.v 's/leaves ? next(head_q) : head_q/next(head_q)/'
bad switch_states Vstates_placed head_runs_on register "$scratch"
good switch_states Vstates_push rtl/component/turn_router.v
bad switch_states Vstates_push lowest_channel_first register

# judge TEST: a line for each model: MODEL FILE yes|no SIGNAL.  Yes: its first law fails, at the
# signal, or without one all of them hold.  The laws of a model are $laws lines of $out, of which
# the first ends with its file; each that fails has one in $err.
judge() {
  awk -v laws="$laws" '
    part == 1 && /^(not )?ok / { result[results++] = $0 }
    part == 2 && /seed [0-9]*: / { failure[failures++] = $0 }
    part == 3 {
      first = result[model++ * laws]
      here = failure[failed]
      bad = 0
      for (i = (model - 1) * laws; i < model * laws; i++)
        bad += result[i] ~ /^not ok /
      failed += bad
      ends = " RTL=" $2
      good = substr(first, length(first) - length(ends) + 1) == ends &&
        ($3 ? first ~ /^not ok / && here ~ " " $3 ".*, golden " : bad == 0)
      print $1, $2, good ? "yes" : "no", $3
    }' part=1 "$out" part=2 "$err" part=3 "$scratch/$1.list"
}

# As in the Makefile.
linker=
if command -v ld.gold >/dev/null; then
  linker=-fuse-ld=gold
fi
# One program for all models of a test.
while read -r test; do
  list=$scratch/$test.list
  program=build/twin/broken/test_$test.program
  run env TWIN_MODELS="$(sed 's/ [^ ]*$//; s/ /=/' "$list" | tr '\n' ' ')" \
    tests/twin/build_twin.sh "$program" "tests/twin/test_$test.cpp" "${CXX:-g++}" "-O1 $linker" \
    "$library"
  if [ "$status" -ne 0 ]; then
    not_ok "test_$test can be built with these modules" "$(tail -n 8 "$out" "$err")"
    continue
  fi
  run "$program"
  models=$(wc -l <"$list")
  laws=$(($(grep -cE '^(not )?ok ' "$out") / models))
  failed=$(grep -c '^not ok ' "$out")
  if [ "$status" -eq "$failed" ] && [ "$laws" -gt 0 ] &&
    [ "$(grep -cE '^(not )?ok ' "$out")" -eq $((models * laws)) ] &&
    [ "$(grep -c 'seed [0-9]*: ' "$err")" -eq "$failed" ]; then
    judge "$test" >"$scratch/judged"
    while read -r name file good signal; do
      text="test_$test fails with ${file##*/}, at $signal"
      [ -n "$signal" ] || text="test_$test passes with $file"
      if [ "$good" = yes ]; then
        ok "$text"
      else
        not_ok "$text" "model $name" "$(grep -F " RTL=$file" "$out")" "$(tail -n 8 "$err")"
      fi
    done <"$scratch/judged"
  else
    not_ok "test_$test runs to its end" "exit status $status" "$(tail -n 8 "$out" "$err")"
  fi
done <"$scratch/tests"
finish
