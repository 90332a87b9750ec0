#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The Lockhop authors

# test_foreign -- routers of others, from PyPI, are judged by their flow: docs/own-switch.md.  Right
# ones pass, with what their own rules allow; mutants break the rule that they must.
# The packages are kept in build/foreign; without them, and without PyPI, all is skipped.
# ALL=1: every mutant, `make test-foreign`.
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

# judge LIST OPTION...: a router in a mesh, disturbed.
judge() {
  judge_list=$1
  shift
  run "$lockhop" cosim mesh:4x4 random --packets 16 --lanes 1 --routing dimension-order \
    --compare flow --disturb all --dut "$judge_list" "$@"
}

# loaded LIST OPTION...: no arbiter may let a packet wait for more than the other three inputs.
loaded() {
  loaded_list=$1
  shift
  run "$lockhop" cosim mesh:4x4 uniform,load=1,warmup=0,measure=200 --lanes 1 \
    --routing dimension-order --compare flow --starve 3 --dut "$loaded_list" "$@"
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

# --- the mesh router of pymtl3-net: it has no parameters, and arrays for ports ---

set -- --waive stable
judge $foreign/pymtl3_mesh.f "$@"
expect "pymtl3_mesh_router is right, if a refused offer may change" 0 \
  '^  delivered +256 of 256$' '^PASS$'
judge $foreign/pymtl3_mesh.f
expect "pymtl3_mesh_router: a refused offer changes" 1 ', rule stable: ' '^DIFFER$'
loaded $foreign/pymtl3_mesh.f "$@"
expect "pymtl3_mesh_router: its arbiters turn while nothing is taken" 1 ', rule starve: ' '^DIFFER$'
mutant pymtl3_mesh.f pymtl3_mesh_router.v turns_when_taken \
  "s/(assign arbiter__en = )1'd1/\1send__rdy/"
loaded "$scratch/turns_when_taken.f" "$@"
expect "with arbiters that turn when a packet is taken, it is fair" 0 \
  '^  overtakings +[1-3], ' '^PASS$'

mutant pymtl3_mesh.f pymtl3_mesh_router.v south_by_x \
  's/recv__msg.dst_y < pos.pos_y/recv__msg.dst_x < pos.pos_x/'
breaks path south_by_x "$@"
if whole; then
  judge $foreign/pymtl3_mesh.f --moore off
  expect "pymtl3_mesh_router is right behind slices, which keep an offer" 0 '^PASS$'
  mutant pymtl3_mesh.f pymtl3_mesh_router.v head_stays 's/head <= \( head.*/head <= head;/'
  breaks duplicate head_stays "$@"
  mutant pymtl3_mesh.f pymtl3_mesh_router.v bit_of_mux "s/(out = in_\[sel\])/\1 ^ 44'h100/"
  breaks corrupt bit_of_mux "$@"
  mutant pymtl3_mesh.f pymtl3_mesh_router.v all_are_taken \
    "s/(recv__rdy\[3'\(i\)\] = send__rdy).*/\1;/"
  breaks order all_are_taken "$@"
fi

# --- bsg_wormhole_router: between adapters, a packet is three flits ---

judge $foreign/bsg_wormhole.f
expect "bsg_wormhole_router is right" 0 '^  delivered +256 of 256$' '^PASS$'
mutant bsg_wormhole.f $stl/bsg_noc/bsg_wormhole_router_output_control.v flits_mix \
  's/(free_to_schedule =).*/\1 1;/'
breaks corrupt flits_mix
if whole; then
  mutant bsg_wormhole.f $stl/bsg_noc/bsg_wormhole_router_decoder_dor.v less_is_more \
    's/(assign lt\[i\] = .*) < /\1 > /'
  breaks path less_is_more
  mutant bsg_wormhole.f $stl/bsg_noc/bsg_wormhole_router_input_control.v never_released \
    "s/(assign release_o =).*/\1 1'b0;/"
  breaks path never_released
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
run test "$(grep -c 'PASS$\|DIFFER$' "$scratch/page")" -ge 3
expect "and there are some" 0
finish
