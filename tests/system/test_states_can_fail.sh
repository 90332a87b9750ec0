#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The Lockhop authors

# test_states_can_fail -- the search of all states of a switch, tests/unit/test_switch_states.c,
# finds bugs that are planted in the golden model and in the reference.  With ALL=1 all of them.
set -u
. tests/system/tap.sh

libs='-lcmocka -lz -ljansson -ldl -lm'
main=build/plain/obj/tests/unit/main.o

# planted NAME FILE EDIT WHERE: the test with FILE as EDIT, a command of sed, changes it fails, and
# says WHERE.
planted() {
  mkdir -p "$scratch/$1/$(dirname "$2")"
  sed "$3" "$2" >"$scratch/$1/$2"
  if cmp -s "$2" "$scratch/$1/$2"; then
    not_ok "$1 changes $2"
    return
  fi
  sources=tests/unit/test_switch_states.c
  for source in cmodel/switch/bank/pass.c cmodel/switch/bank/switch.c \
    cmodel/switch/bank/turns.c cmodel/switch/reference/reference_switch.c; do
    [ "$source" != "$2" ] || source=$scratch/$1/$2
    sources="$sources $source"
  done
  # shellcheck disable=SC2086 # lists
  if ! ${CC:-gcc} -std=gnu11 -pthread -O1 -w -I"$scratch/$1/cmodel" -Icmodel -I. \
    -o "$scratch/$1/program" $sources $main build/plain/libcmodel.a $libs 2>"$scratch/log"; then
    not_ok "$1 compiles" "$(cat "$scratch/log")"
    return
  fi
  if "$scratch/$1/program" >"$scratch/log" 2>&1; then
    not_ok "$1 is found"
  elif grep -q "$4" "$scratch/log"; then
    ok "$1 is found"
  else
    not_ok "$1 is found: $4" "$(cat "$scratch/log")"
  fi
}

planted reference_pop_frees cmodel/switch/reference/reference_switch.c \
  's/return depth - s->count/return depth + 1 - s->count/' FIFOs
planted pass_one_more cmodel/switch/bank/pass.c 's/count >= depth - 1/count >= depth/' FIFOs
if [ -n "${ALL:-}" ]; then
  planted lanes_first cmodel/switch/bank/loop.h \
    's/bit = full & -full;/bit = UINT64_C(1) << bits_highest(full);/' FIFOs
  planted copies_one_short cmodel/switch/bank/pass.c \
    's/for (; ports; ports &/for (ports \&= ports - 1; ports; ports \&/' copies
  planted return_is_lost cmodel/switch/bank/pass.c \
    's/bank->valid\[sw\] |= UINT64_C(1) << (queue - sw.*/;/' FIFOs
  planted never_blocked cmodel/switch/bank/switch.c \
    's/        .blocked = blocked >> port \* vcs,//' 'two VCs'
  planted turn_stays cmodel/switch/bank/switch.c \
    's/(uint8_t)(bits_lowest(left) - port \* vcs);/0;/' 'two VCs'
  planted newest_first cmodel/switch/component/priority_queue.h \
    's/priorities\[before\] < priority/priorities[before] <= priority/' priorities
  planted store_too_small cmodel/switch/bank/loop.h \
    's/\*stored >= step/*stored + 1 >= step/' 'waiting store'
  planted store_closed cmodel/switch/bank/switch.c \
    's/stores\[sw\].open = bank->stores\[sw\].count;/stores[sw].open = 0;/' 'waiting store'
  planted store_forgets_vc cmodel/switch/bank/loop.h \
    's/switch_step_route(step, held->header, 0);/& way.vc = 0;/' 'store and VCs'
  planted store_forgets_priority cmodel/switch/bank/loop.h \
    's/switch_step_route(step, held->header, 0);/& way.priority = 0;/' 'store and priorities'
  planted two_ports cmodel/switch/reference/reference_switch.c \
    's/port < s->ports; port++/port < s->ports \&\& port < 2; port++/' 'three ports'
  planted sends_one_more cmodel/switch/reference/reference_switch.c \
    's/before < s->sends/before <= s->sends/' 'one port sends'
  planted shared_too_late cmodel/switch/component/random_bits.h \
    's/if (channels && random->word)/if (channels \& 1 \&\& random->word)/' 'shared random'
  planted counts_to_30 cmodel/switch/component/random_bits.h \
    's/\*count < RANDOM_COUNT_MAX/*count + 1 < RANDOM_COUNT_MAX/' 'counts'
  planted other_way cmodel/switch/component/queue_choice.h \
    's/\* QUEUE_CHOICE_SHORT;/* (QUEUE_CHOICE_SHORT + 3);/' 'choose by'
  planted turn_is_forgotten cmodel/switch/bank/turns.c \
    's/turns\[queue\] = (uint8_t)channel;/;/' 'one push'
  planted lowest_channel cmodel/switch/component/turn_router.h \
    's/bits_lowest(behind ? behind : asks)/bits_lowest(asks)/' 'one push'
fi
finish
