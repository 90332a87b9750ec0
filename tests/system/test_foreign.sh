#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The Lockhop authors

# test_foreign -- routers of others, from PyPI, are judged by their flow: docs/own-switch.md.  Right
# ones pass, with what their own rules allow; mutants break the rule that they must.
# The packages are kept in build/foreign; without them, and without PyPI, all is skipped.
# ALL=1: every router and every mutant, `make test-foreign`; else one with a map, and one with
# arrays.
set -u
. tests/system/tap.sh

foreign=build/foreign
own=examples/foreign
stl=basejump_stl
mesh=bsg_mesh_router_buffered

run $own/fetch.sh $foreign
if [ "$status" -eq 3 ]; then
  skip "routers of BaseJump STL and pymtl3-net" "$(cat "$err")"
  finish
fi
expect "the packages are there" 0

network=mesh:4x4
routing=dimension-order

# quiet LIST OPTION...: a router in $network; judge: disturbed.
quiet() {
  quiet_list=$1
  shift
  run "$lockhop" cosim "$network" random --packets 16 --lanes 1 --routing "$routing" \
    --compare flow --dut "$quiet_list" "$@"
}

judge() {
  quiet "$@" --disturb all
}

# loaded LIST OPTION...: no arbiter may let a packet wait for more than the other three inputs.
loaded() {
  loaded_list=$1
  shift
  run "$lockhop" cosim "$network" uniform,load=1,warmup=0,measure=200 --lanes 1 \
    --routing "$routing" --compare flow --starve 3 --dut "$loaded_list" "$@"
}

# mutant LIST FILE NAME SED: $scratch/NAME.f is the list with a changed copy of one of its files.
mutant() {
  mutant_file=$scratch/$3/$(basename "$2")
  mkdir "$scratch/$3"
  sed -E "$4" "$foreign/$2" >"$mutant_file"
  if cmp -s "$foreign/$2" "$mutant_file"; then
    not_ok "$3: the mutant differs from $2"
  fi
  {
    echo "-y $scratch/$3"
    sed -E -e "s|(^\|[ +])$stl/|\1$PWD/$foreign/$stl/|g" \
      -e "s|[^ ]*$(basename "$2")|$mutant_file|" "$foreign/$1"
  } >"$scratch/$3.f"
}

# breaks RULE NAME OPTION...: what mutant NAME must break first.
breaks() {
  breaks_rule=$1
  breaks_name=$2
  shift 2
  judge "$scratch/$breaks_name.f" "$@"
  expect "$breaks_name breaks $breaks_rule" 1 "^first difference: .*, rule $breaks_rule: " \
    '^DIFFER$'
}

# --- bsg_mesh_router_buffered: connected by a map ---

run "$lockhop" wrapper mesh:4x4 --routing dimension-order --dut $foreign/bsg_mesh.f \
  --dut "--top $mesh" --map $own/$mesh.map -o "$scratch/bsg_mesh.v"
expect "$mesh: a wrapper, from its map" 0
set -- --dut "$scratch/bsg_mesh.v" --waive stable
judge $foreign/bsg_mesh.f "$@"
expect "$mesh is right, if a refused offer may change" 0 '^  delivered +256 of 256$' '^PASS$'
judge $foreign/bsg_mesh.f --dut "$scratch/bsg_mesh.v"
expect "$mesh: a refused offer changes" 1 ', rule stable: ' '^DIFFER$'
loaded $foreign/bsg_mesh.f "$@"
expect "$mesh serves its inputs in turn" 0 '^  overtakings +3, ' '^PASS$'

mutant bsg_mesh.f $stl/bsg_noc/bsg_mesh_router.v yumi_is_lost \
  's/(assign yumi_o\[P\] .*) \| W_gnt_p/\1/'
breaks duplicate yumi_is_lost "$@"
if whole; then
  judge $foreign/bsg_mesh.f --dut "$scratch/bsg_mesh.v" --moore off
  expect "$mesh is right behind slices, which keep an offer" 0 '^PASS$'
  mutant bsg_mesh.f $stl/bsg_noc/bsg_mesh_router.v x_is_y \
    's/(y_dirs\[i\] = data_i\[i\]\[)x_cord_width_p/\10/'
  breaks eject x_is_y "$@"
  mutant bsg_mesh.f $stl/bsg_noc/bsg_mesh_router.v east_is_west \
    's/(req_o\[P\]\[E\] .*)x_gt/\1x_lt/; s/(req_o\[P\]\[W\] .*)x_lt/\1x_gt/'
  breaks path east_is_west "$@"
  mutant bsg_mesh.f $stl/bsg_misc/bsg_mux_one_hot.v bit_flips \
    's/= \| gather/= (| gather) ^ (i == 20)/'
  breaks corrupt bit_flips "$@"
  mutant bsg_mesh.f $stl/bsg_dataflow/bsg_two_fifo.v takes_when_full \
    's/assign ready_o .*/assign ready_o = 1;/'
  breaks order takes_when_full "$@"
fi

# --- bsg_mesh_router alone, which has no buffers: its outputs depend on its inputs ---

# alone SPEC: the options for it in a network, with a wrapper from its map, or a failed test.
alone() {
  network=$1
  run "$lockhop" wrapper "$network" --routing "$routing" --dut $foreign/bsg_mesh.f \
    --dut "--top bsg_mesh_router" --map $own/bsg_mesh_router.map -o "$scratch/alone.v"
  [ "$status" -eq 0 ] || not_ok "bsg_mesh_router: a wrapper for $network" "$(cat "$err")"
}

set -- --dut "$scratch/alone.v" --moore off
if whole; then
  alone mesh:4x4
  judge $foreign/bsg_mesh.f "$@"
  expect "bsg_mesh_router is right behind slices" 0 '^  delivered +256 of 256$' '^PASS$'
  judge $foreign/bsg_mesh.f --dut "$scratch/alone.v"
  expect "bsg_mesh_router without slices breaks the Moore law" 1 'Moore law' '^DIFFER$'
  mutant bsg_mesh.f $stl/bsg_noc/bsg_mesh_router.v no_way_south \
    's/(assign yumi_o\[E\] .*) \| S_gnt_e/\1/'
  breaks duplicate no_way_south "$@"
  breaks duplicate yumi_is_lost "$@"
  breaks eject x_is_y "$@"
  breaks path east_is_west "$@"
  breaks corrupt bit_flips "$@"
  for spec in mesh:8x8 mesh:3x4; do
    alone "$spec"
    judge $foreign/bsg_mesh.f "$@"
    expect "bsg_mesh_router is right in $spec" 0 '^PASS$'
  done
  network=mesh:4x4
fi

# --- the mesh router of pymtl3-net: it has no parameters, and arrays for ports ---

set -- --waive stable
judge $foreign/pymtl3_mesh_4x4.f "$@"
expect "pymtl3_mesh_router is right, if a refused offer may change" 0 \
  '^  delivered +256 of 256$' '^PASS$'
if whole; then
  judge $foreign/pymtl3_mesh_4x4.f
  expect "pymtl3_mesh_router: a refused offer changes" 1 ', rule stable: ' '^DIFFER$'
  loaded $foreign/pymtl3_mesh_4x4.f "$@"
  expect "pymtl3_mesh_router: its arbiters turn while nothing is taken" 1 ', rule starve: ' \
    '^DIFFER$'
  mutant pymtl3_mesh_4x4.f pymtl3_mesh_4x4.v turns_when_taken \
    "s/(assign arbiter__en = )1'd1/\1send__rdy/"
  loaded "$scratch/turns_when_taken.f" "$@"
  expect "with arbiters that turn when a packet is taken, it is fair" 0 \
    '^  overtakings +[1-3], ' '^PASS$'

  mutant pymtl3_mesh_4x4.f pymtl3_mesh_4x4.v south_by_x \
    's/recv__msg.dst_y < pos.pos_y/recv__msg.dst_x < pos.pos_x/'
  breaks path south_by_x "$@"
  judge $foreign/pymtl3_mesh_4x4.f --moore off
  expect "pymtl3_mesh_router is right behind slices, which keep an offer" 0 '^PASS$'
  mutant pymtl3_mesh_4x4.f pymtl3_mesh_4x4.v head_stays 's/head <= \( head.*/head <= head;/'
  breaks duplicate head_stays "$@"
  mutant pymtl3_mesh_4x4.f pymtl3_mesh_4x4.v bit_of_mux "s/(out = in_\[sel\])/\1 ^ 44'h100/"
  breaks corrupt bit_of_mux "$@"
  mutant pymtl3_mesh_4x4.f pymtl3_mesh_4x4.v all_are_taken \
    "s/(recv__rdy\[3'\(i\)\] = send__rdy).*/\1;/"
  breaks order all_are_taken "$@"
fi

# --- bsg_wormhole_router: between adapters, a packet is three flits ---

if whole; then
  judge $foreign/bsg_wormhole.f
  expect "bsg_wormhole_router is right" 0 '^  delivered +256 of 256$' '^PASS$'
  mutant bsg_wormhole.f $stl/bsg_noc/bsg_wormhole_router_output_control.v flits_mix \
    's/(free_to_schedule =).*/\1 1;/'
  breaks corrupt flits_mix
  mutant bsg_wormhole.f $stl/bsg_noc/bsg_wormhole_router_decoder_dor.v less_is_more \
    's/(assign lt\[i\] = .*) < /\1 > /'
  breaks path less_is_more
  mutant bsg_wormhole.f $stl/bsg_noc/bsg_wormhole_router_input_control.v never_released \
    "s/(assign release_o =).*/\1 1'b0;/"
  breaks path never_released
fi

# --- the butterfly router of pymtl3-net: it loses packets ---

if whole; then
  network=butterfly:3
  routing=destination-tag
  quiet $foreign/pymtl3_butterfly_3.f
  expect "pymtl3_butterfly_router loses a packet when the other output is ready" 1 \
    ', rule order: .*: LOST, it has not left by cycle' '^DIFFER$'

  # Its input is taken when the output that it asks for is ready, and not any.
  one_output='s/(recv__rdy = send_rdy) > .*/\1[out_dir];/'
  set -- --waive stable
  mutant pymtl3_butterfly_3.f pymtl3_butterfly_3.v asks_one_output "$one_output"
  judge "$scratch/asks_one_output.f" "$@"
  expect "asking one output, it is right, if a refused offer may change" 0 \
    '^  delivered +128 of 128$' '^PASS$'
  judge "$scratch/asks_one_output.f"
  expect "and a refused offer changes" 1 ', rule stable: ' '^DIFFER$'
  mutant pymtl3_butterfly_3.f pymtl3_butterfly_3.v tag_stays \
    "$one_output; s/(dst = recv__msg.dst) << .*/\1;/"
  breaks header tag_stays "$@"
  judge "$scratch/asks_one_output.f" --moore off
  expect "it is right behind slices, which keep an offer" 0 '^PASS$'
  mutant pymtl3_butterfly_3.f pymtl3_butterfly_3.v other_output \
    "$one_output; s/(out_dir = )(recv__msg.dst)/\1~\2/"
  breaks path other_output "$@"
  mutant pymtl3_butterfly_3.f pymtl3_butterfly_3.v tag_bit \
    "$one_output; s/(out = in_\[sel\])/\1 ^ 44'h100/"
  breaks corrupt tag_bit "$@"
  mutant pymtl3_butterfly_3.f pymtl3_butterfly_3.v queue_stays \
    "$one_output; s/head <= \( head.*/head <= head;/"
  breaks duplicate queue_stays "$@"
  network=butterfly:4
  quiet $foreign/pymtl3_butterfly_4.f "$@"
  expect "it loses packets in $network" 1 ', rule order: ' '^DIFFER$'
  mutant pymtl3_butterfly_4.f pymtl3_butterfly_4.v asks_one_of_4 "$one_output"
  judge "$scratch/asks_one_of_4.f" "$@"
  expect "asking one output, it is right in $network" 0 '^PASS$'
fi

# --- the torus router of pymtl3-net: packets that go east leave the VC behind the dateline ---

# delivers LIST TRAFFIC OPTION...: judged by what arrives, as its VCs are not those of our page.
delivers() {
  delivers_list=$1
  delivers_traffic=$2
  shift 2
  run "$lockhop" cosim "$network" "$delivers_traffic" --packets 16 --lanes 1 --cycles 20000 \
    --compare delivery --link credit=2 --dut "$delivers_list" "$@"
}

# torus_mutant NAME SED: of the router in torus:4x4, which counts a turn east as one west.
west_or_east='(\( out_dir == [^|]*) \) \| (\( out_dir == .*\))'
turns='s/turning = \( (.*) & '"$west_or_east"';/turning = \1 \& ( \2 | \3 );/'
torus_mutant() {
  mutant pymtl3_torus_4x4.f pymtl3_torus_4x4.v "$1" "$turns; $2"
}

if whole; then
  network=torus:4x4
  load=uniform,load=1,warmup=0,measure=300
  delivers $foreign/pymtl3_torus_4x4.f $load
  expect "pymtl3_torus_router has deadlocks under load" 4 '^deadlock in step ' '^DEADLOCK$'
  torus_mutant turns_east ''
  delivers "$scratch/turns_east.f" $load
  expect "with turns east as those west, it has none" 0 '^PASS$'
  delivers "$scratch/turns_east.f" random --disturb all
  expect "and delivers what it should, disturbed" 0 '^  delivered +256 of 256$' '^PASS$'
  torus_mutant no_dateline "s/vc_id = 1'd1/vc_id = 1'd0/"
  delivers "$scratch/no_dateline.f" $load
  expect "no_dateline has deadlocks" 4 '^DEADLOCK$'
  torus_mutant torus_bit "s/(out = in_\[sel\])/\1 ^ 49'h1000000/"
  torus_mutant torus_head_stays 's/head <= \( head.*/head <= head;/'
  for name in torus_bit torus_head_stays; do
    delivers "$scratch/$name.f" $load
    expect "$name loses packets" 1 '^LOST$'
  done
  network=torus:8x8
  delivers $foreign/pymtl3_torus_8x8.f $load
  expect "it has deadlocks in $network" 4 '^DEADLOCK$'
  mutant pymtl3_torus_8x8.f pymtl3_torus_8x8.v turns_east_8 "$turns"
  delivers "$scratch/turns_east_8.f" $load
  expect "with turns east as those west, it has none in $network" 0 '^PASS$'
fi

# --- the page: its commands say what is there ---

sed -n '/^## Routers of others/,/^## What/p' docs/own-switch.md |
  awk '/^    \$ / { if (command) print command "\t" last; command = substr($0, 7); last = ""; next }
    /^    / { last = $1 }
    END { print command "\t" last }' >"$scratch/page"
while IFS="$(printf '\t')" read -r command last; do
  PATH=$PWD/build:$PATH run sh -c "$command"
  if [ "$(tail -n 1 "$out")" = "$last" ]; then
    ok "the page: $command"
  else
    not_ok "the page: $command" "expected $last" "$(tail -n 3 "$out" "$err")"
  fi
done <"$scratch/page"
run test "$(grep -c 'PASS$\|DIFFER$\|DEADLOCK$' "$scratch/page")" -ge 3
expect "and there are some" 0
finish
