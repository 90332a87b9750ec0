#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The Lockhop authors

# test_planted_bugs -- every broken switch of tests/broken/ is reported at the cycle, switch, port
# and field where its bug first shows.  The expected places are worked out by hand from
# docs/switch.md, for stimuli of a few packets; a packet that starts in cycle 0 is routed in
# cycle 1.  PLANTED="NAME..." tries these bugs alone, and only on the array.
set -u
. tests/system/tap.sh

# Found on the generated network too: one bug for each kind of thing that its wires carry.  The
# switch in it is the one of the array.
WIRED="priority_order overflow_at_full flip_ejected_data exchange_after_compare \
  broadcast_keeps_none phase_once full_not_reset seeds_outside_reset"

# With ALL=1 alone: the twin tests or a check find them too, or others of their kind are tried.
LATER=
whole || LATER="pid_bit depth_off_by_one wrong_push_order vector_keeps_gamma table_without_swap \
  ejects_too_early broadcast_keeps_none drops_equal turn_not_reset here_kept counter_wraps \
  steps_all_at_once steps_last_is_free steps_run_on keeps_first_value odd_even_swapped \
  escape_in_vc_0 phases_share_vcs answers_too_long drop_under_contention drops_at_full_pop \
  overwrites_while_stalled wraps_at_power_of_two exchange_after_compare turns_at_roots \
  hamming_skips_none turn_to_west petersen_as_prism engine_skips_startup engine_ejects_again \
  engine_keeps_dropped barrier_loses_switch"

# wanted NAME: whether this bug is tried on the machine.
wanted() {
  names=${PLANTED:-$1}
  case " $LATER " in
    *" $1 "*) [ -n "${PLANTED:-}" ] || return 1 ;;
  esac
  [ "$machine" = array ] || names=$WIRED
  case " $names " in
    *" $1 "*) ;;
    *) return 1 ;;
  esac
}

# bug NAME SPEC OPTIONS EXPECTED: reads the packets ("cycle source destination [header]", one per
# line; without a header it is the destination) from stdin, and before them what happens beside them
# ("# stall FROM TO SWITCH QUEUE" and so on, docs/traffic.md); EXPECTED is "cycle switch port field
# golden dut", where of data only the packet number counts, and "vc" with more than one.
bug() {
  wanted "$1" || return 0
  broken_switches "$1"
  trace=$scratch/$1.trace
  routing=deterministic
  case $3 in
    *--routing\ *) routing=${3##*--routing } routing=${routing%% *} ;;
  esac
  awk -v run="$2 $routing" '
    { line[NR] = /^#/ || NF > 3 ? $0 : sprintf("%s 0x%x", $0, $3) }
    /^#/ { beside = NR }
    END {
      print "# lockhop schedule", beside ? 2 : 1, run
      for (i = 1; i <= NR; i++) {
        if (i == beside + 1)
          print "# cycle source destination header"
        print line[i]
      }
    }' >"$trace"
  judge "$1" "$2" "trace:$trace" "$3" "$4"
}

# engine_bug NAME SPEC TRAFFIC EXPECTED [OPTIONS]: the same of a collective engine, or of what
# other traffic finds.
engine_bug() {
  wanted "$1" || return 0
  broken_switches "$1"
  judge "$1" "$2" "$3" "${5:-}" "$4"
}

# judge NAME SPEC TRAFFIC OPTIONS EXPECTED
judge() {
  # shellcheck disable=SC2086 # options are several words
  run "$lockhop" cosim "$2" "$3" $4 --machine "$machine" --json "$scratch/$1.json" \
    --dut "$scratch/broken/$1.v" --wave "$scratch/$1.fst"
  found=$(python3 - "$scratch/$1.json" <<'END'
import json, sys
result = json.load(open(sys.argv[1]))
d = result["difference"]
last = result["packets"] - 1
mask = (1 << max(1, last.bit_length())) - 1

def shown(value):
    """Of data the packet number: that of the last packet is all 1."""
    if not d["field"].endswith("_data"):
        return value
    return last if last and value & mask == mask else value & mask

print("none" if d is None else " ".join(str(v) for v in [
    d["cycle"], d["switch"], d["port"], d["field"], shown(d["golden"]), shown(d["dut"]),
    *(["VC", d["vc"]] if "vc" in d else [])]))
END
  )
  if [ "$status" -eq 1 ] && [ "$found" = "$5" ] && [ "$(tail -n 1 "$out")" = DIFFER ]; then
    ok "$1 on the $machine: $5"
  else
    not_ok "$1 on the $machine: $5" "exit status $status, found: $found" \
      "$(tail -n 8 "$out" "$err")"
  fi
  # The same stimulus on the right switch: the bug, and not the stimulus, is what was found.
  # shellcheck disable=SC2086
  run "$lockhop" cosim "$2" "$3" $4 --machine "$machine"
  case $3 in
    one-to-all-personalized,rule=printed*) # which loses packets
      expect "the right switch agrees on the stimulus of $1 on the $machine" 1 \
        'golden model and Verilog agree in every cycle' '^LOST$' ;;
    *) expect "the right switch passes the stimulus of $1 on the $machine" 0 '^PASS$' ;;
  esac
}

sed 's/^ .*/ something else/' tests/broken/pid_bit.patch >"$scratch/stale.patch"
run tests/apply_patch.sh "$scratch/stale.patch" "$scratch/stale"
expect "a patch that is not one on today's RTL is named" 1 'stale.patch does not apply.*bitfix.v'

machines=array
! whole || machines='array network'
for machine in $machines; do
  # From 0 to 3 both dimensions differ: the lowest comes first, the bug takes the highest.
  bug priority_order hypercube:2 "" "1 0 0 out_valid 1 0" <<'END'
0 0 3
END

  # Switch 2 sends to itself: ejected in cycle 1.  With bit 1 of its address stuck at 0 it sees a
  # packet for the other side and sends it by port 1.
  bug pid_bit hypercube:2 "" "1 2 1 out_valid 0 1" <<'END'
0 2 2
END

  # Two packets for port 0 from two lanes: taken in cycle 1, sent in cycles 1 and 2; the second is
  # dropped.
  bug drop_under_contention hypercube:1 "--lanes 2 --depth 2" "2 0 0 out_valid 1 0" <<'END'
0 0 1
0 0 1
END

  # Two packets for different ports are taken in cycle 1, so both lanes are ready; with the bug the
  # second stays in its lane.
  bug duplicate hypercube:2 "--lanes 2 --depth 2" "1 0 1 inject_ready 1 0" <<'END'
0 0 1
0 0 2
END

  # Switches 1 and 2 send to 4 through 0.  In cycle 2 switch 0 takes the packet of channel 0 alone
  # (depth 1), so switch 2 stalls and keeps its second packet in the queue of port 1.  In cycle 3
  # its third is in the lane and that queue is full: the lane is not ready.
  bug overflow_at_full hypercube:3 "--lanes 1 --depth 1" "3 2 0 inject_ready 0 1" <<'END'
0 1 4
0 2 4
1 2 4
2 2 4
END

  # The second packet is that of the first again, and is not kept: nothing is sent in cycle 2.
  bug drops_equal hypercube:1 "--lanes 1 --depth 1 --data constant" "2 0 0 out_valid 1 0" <<'END'
0 0 1
1 0 1
END

  # Switch 0 sends to itself: ejected in cycle 1.  It has had address 1, and sends it away.
  bug here_kept hypercube:1 "" "1 0 0 out_valid 0 1" <<'END'
# noise 7
0 0 0
END

  # Both lanes of switch 0 want port 0 in cycle 1, and lane 0 goes.  In cycle 2 it has a new packet,
  # number 2, but the turn is that of number 1.
  bug lowest_channel_first hypercube:2 "--lanes 2 --depth 2 --pushes 1" \
    "2 0 0 out_data 1 2" <<'END'
0 0 1
0 0 1
1 0 1
END

  # Port 0 sends in cycle 1, at the edge of the reset; the run begins again in cycle 2, and in cycle
  # 3 it is the turn of port 0.
  bug turn_not_reset hypercube:2 "--lanes 2 --sends 1 --depth 1" "3 0 0 out_valid 1 0" <<'END'
# reset 1 2
0 0 1
0 0 2
END

  # Two packets for a queue of two places: both lanes are ready.
  bug depth_off_by_one hypercube:1 "--lanes 2 --depth 2" "1 0 1 inject_ready 1 0" <<'END'
0 0 1
0 0 1
END

  # As above with depth 2: in cycle 3 switch 0 has one place and takes packet 2 from channel 0, so
  # packet 4 of switch 2 is stalled.  It leaves in cycle 4, and packet 5 is behind it in cycle 5;
  # the bug shows packet 4 again.
  bug stale_after_stall hypercube:3 "--lanes 1 --depth 2" "5 2 1 out_data 5 4" <<'END'
0 1 4
0 2 4
1 1 4
1 2 4
2 2 4
3 2 4
END

  # Two packets for port 0 in one cycle: that of the lower lane goes first.
  bug wrong_push_order hypercube:1 "--lanes 2 --depth 2" "1 0 0 out_data 0 1" <<'END'
0 0 1
0 0 1
END

  # A packet to itself is ejected from its lane, channel 1 of a switch with one port.
  bug flip_ejected_data hypercube:1 "" "1 0 1 eject_data 0 1" <<'END'
0 0 0
END

  # A request or a reply arrives at both switches in cycles 2, 4, 6..., and makes its terminal send
  # in that cycle: 40 times by cycle 80.  What arrives in cycle 82 is request 20: in the list two
  # requests are before it in cycles 0 and 1, two requests and two replies in 2 to 19, and in cycle
  # 20 the request and the reply of switch 0.
  engine_bug answers_too_long hypercube:1 "batch,count=30,of=bit-complement,service=0,window=1" \
    "82 0 0 eject_data 78 79"

  # Terminals 0 and 1 of one switch send to themselves: both packets are ejected in cycle 1, from
  # channels 2 and 3.  The lowest data bit is the terminal field.
  bug swaps_terminals hypercube:2,terminals=2 "--lanes 2 --depth 2" "1 0 2 eject_data 0 1" <<'END'
0 0 0 0x0
0 1 1 0x0
END

  # The lane is channel 4, and with seed 38 its word at switch 3 ends in 0010 (the first diagram
  # of docs/switches/mask.md; the words do not depend on the network): of the mask 11 dimension 1
  # is chosen.  The packet leaves with the mask 00; the bug leaves it dimension 0, and 01.
  bug mask_keeps_lower hypercube:2 \
    "--routing drand-trans-ooo,forced=0 --lanes 1 --depth 2 --vcs 2 --seed 38" \
    "1 3 1 out_header 0 4 VC 0" <<'END'
0 3 0 0xc
END

  # From 0 by way of 1 to 3: in cycle 2 the packet is at 1, exchanges, and goes on by port 1, in
  # its second phase; with the bug it is ejected there.
  bug exchange_after_compare hypercube:2 "--routing rand-trans --lanes 1 --depth 2 --vcs 2" \
    "2 1 1 out_valid 1 0 VC 1" <<'END'
0 0 3 0xd
END

  # With seed 12 the words of the two lanes of switch 0, channels 6 and 7, are b77345df and
  # b0c1516b: both packets want port 0.  The first takes the only place of the queue, the second
  # waits, and leaves by port 0 in cycle 2.  By then the bug has the next word of channel 7,
  # 02fd9682, which ends in 10: port 1.
  bug random_runs_on hypercube:2 \
    "--routing drand-trans-ooo --lanes 2 --depth 1 --vcs 3 --seed 12" \
    "2 0 0 out_valid 1 0 VC 0" <<'END'
0 0 3 0xf
0 0 3 0xf
END

  # One packet in the lane of switch 3, whose first word with seed 38 ends in 10 (the cycle diagram
  # of docs/switches/steps.md): dimension 0 is considered in cycle 1 and not wanted, dimension 1 in
  # cycle 2.  These bugs consider both in cycle 1: a count of cycles that runs on is not 0 then.
  for bug in steps_run_on steps_all_at_once; do
    bug $bug hypercube:2 "--routing drand-steps --lanes 1 --depth 2 --vcs 2 --seed 38" \
      "1 3 1 out_valid 0 1 VC 0" <<'END'
0 3 0 0xc
END
  done

  # With seed 2 the word ends in 00: dimension 1 is considered in cycle 2, and the second phase
  # begins in cycle 3, by port 0.  With the bug it begins in cycle 2.
  bug steps_last_is_free hypercube:2 \
    "--routing drand-steps --lanes 1 --depth 2 --vcs 2 --seed 2" "2 3 0 out_valid 0 1 VC 1" <<'END'
0 3 0 0xc
END

  # Packets of VC 0 go from 1 and 2 through 0 to 4 (and on to 6), those of VC 1 from 2 to 0.
  # Switch 2, port 1: VC 0 has the link in cycle 1, VC 1 in cycle 2, in turn.  In cycle 2
  # switch 0 has one place (depth 1) for the two packets of VC 0 that have come, takes that of
  # channel 0, and is not ready for VC 0 on port 1.  In cycle 3 both VCs have another packet
  # for that port: VC 0 would be next, but was blocked, so VC 1 has the link again.
  bug arbiter_ignores_blocked hypercube:3 "--routing rand-trans --lanes 2 --depth 1 --vcs 2" \
    "3 2 1 out_valid 0 1 VC 0" <<'END'
0 1 6 0x34
0 2 6 0x34
0 2 0 0x0
1 2 6 0x34
1 2 0 0x0
END

  # Headers on d3:2,2, docs/switches/sync.md: pi, delta and gamma have a bit each, b is above them,
  # then broadcast and skip_self.  Ports: 0 hold, 1 local, 2 and 3 global, 4 hold.
  #
  # (4; 1, 0, 0) leaves switch 0 by global port 1, port 3, with b = 3 and gamma = 0; with the bug
  # gamma is still 1.
  bug vector_keeps_gamma d3:2,2 "--routing glgl --lanes 1 --depth 1 --vcs 1" \
    "1 0 3 out_header 24 28" <<'END'
0 0 4 0x24
END

  # A broadcast from switch 1 goes to the other router of its drawer, and stays by the hold link.
  bug broadcast_keeps_none d3:2,2 "--routing source-vector --lanes 1 --depth 1 --vcs 1" \
    "1 1 0 out_valid 1 0" <<'END'
0 1 all 0x58
END

  # Its copy comes to switch 0 in cycle 2, on port 1, and is to go on by port 3 (port 2 is a link
  # to itself, which skip_self leaves out).  But a packet from the lane of switch 0 was held for a
  # step, and is on channel 0, before it: the queue of port 3 has one place.  So the copy is not
  # taken and not read yet; the bug ejects it at once.
  bug ejects_too_early d3:2,2 "--routing source-vector --lanes 1 --depth 1 --vcs 1" \
    "2 0 1 eject_valid 0 1" <<'END'
0 0 4 0x1c
0 1 all 0xd8
END

  # Headers on d3:1,2, docs/switches/levels.md: as above, and the level above skip_self.  Ports: 0
  # hold, 1 local, 2 global, 3 hold.  Lane 0 is for privileged packets.  (3; 0, 0, 1) leaves
  # switch 0 by port 1, at the end with b = 2.
  #
  # In cycle 1 a privileged packet goes before a standard one, and in cycle 2 the next privileged
  # one does so too; with the bug the standard one has its turn.
  levels="--routing two-levels --lanes 2 --depth 1 --vcs 3"
  bug levels_take_turns d3:1,2 "$levels" "2 0 1 out_valid 1 0 VC 0" <<'END'
0 0 2 0x11a
0 0 2 0x1a
1 0 2 0x11a
END
  if whole || [ -n "${PLANTED-}" ]; then
    bug privileged_as_standard d3:1,2 "$levels" "1 0 1 out_valid 1 0 VC 0" <<'END'
0 0 2 0x11a
END
    bug level_lost d3:1,2 "$levels" "1 0 1 out_header 274 18 VC 0" <<'END'
0 0 2 0x11a
END
  fi

  # From 0.0.1 to 1.1.0 by tables: to_p, to_d, to_c, at_p, at_d, at_c, via_p, via_c a bit each,
  # then b.  Hop 3 is a hold, because router 1 leads to drawer 1.  Hop 2 leaves by global port 1
  # in cycle 2, and the packet will be at 1.1.0: b = 1, at = (1,1,0); with the bug at = (1,0,1).
  bug table_without_swap d3:2,2 "--routing destination --lanes 1 --depth 1 --vcs 1" \
    "2 1 3 out_header 310 302" <<'END'
0 1 6 0x30e
END

  # UGAL-L: the packets of switch 0 for 1.1.1 have b = 5 above eight bits of which the lowest three
  # are the destination.  The short way begins with local 1 (VC 1), the long one with a hold, port 0
  # (VC 2), as via_p is 0.  Nothing waits, so the first packet goes by local 1; with the bug by the
  # hold.  The other two bugs show when its queue, number 4 (port 1, VC 1), is stalled: one packet
  # against none is enough for the second one to go by the hold, in cycle 2.
  if whole; then
    bug choice_ties_go_long d3:2,2 "--routing ugal-l --lanes 1 --depth 2 --vcs 3" \
      "1 0 0 out_valid 0 1 VC 2" <<'END'
0 0 7 0x507
END
    # On mdf:2,2 from 0.0 to 0.1: b = 5 above six bits of which the lowest is to_p.  The one way is
    # local 1 (VC 0), queue number 3.  It is stalled, and holds the first packet in cycle 2.  With
    # the bug the second one then goes by the hold, to be deflected.
    bug choice_within_group mdf:2,2 "--routing ugal-l --lanes 1 --depth 2 --vcs 3" \
      "2 0 0 out_valid 0 1 VC 2" <<'END'
# stall 0 9 0 3
0 0 1 0x141
1 0 1 0x141
END
    for name in choice_counts_one_vc choice_other_output; do
      bug $name d3:2,2 "--routing ugal-l --lanes 1 --depth 2 --vcs 3" \
        "2 0 0 out_valid 1 0 VC 2" <<'END'
# stall 0 9 0 4
0 0 7 0x507
1 0 7 0x507
END
    done
  fi

  # 0 to 1, 1 to 2, 2 to 0.  In cycle 1 switches 0 and 1 hold no packet for port 0, so in cycle 2
  # they are in phase 1: switch 0 sends its packet by port 1, while the phase is still 0.
  bug phase_once mesh:3 "--routing phases --lanes 1 --depth 1" "2 0 1 out_valid 0 1" <<'END'
0 0 1
0 1 2
0 2 0
END

  # From 0 to 2 of a ring whose switch 1 has failed: ten hops by port 1.  After the first there are
  # nine bits of path and the 1 above them; the bug keeps eight.
  bug path_of_eight_bits torus:12 "--routing fault-tolerant --failed 1 --lanes 1 --depth 1" \
    "1 0 1 out_header 1023 255" <<'END'
0 0 2 0x7ff
END

  # Ten hops through Waksman's network; after the first the same.
  ! whole || bug path_of_eight_bits waksman:5 "--routing offline --lanes 1 --depth 1" \
    "1 0 0 out_header 321 65" <<'END'
0 0 8 0x282
END

  # Number 65536, the 65,537th that enters the lane of switch 0, does so at the end of cycle 65536.
  bug counter_wraps hypercube:1 "--lanes 1 --depth 1" "65537 0 0 out_valid 1 0" <<END
$(seq 0 65536 | sed 's/$/ 0 1/')
END

  # At the end of cycle 1 the packet is in the lane of switch 0, on the link, and rst is 1.  The
  # lane is not emptied: it sends the packet again.
  bug full_not_reset hypercube:1 "--lanes 1 --depth 1" "2 0 0 out_valid 0 1" <<'END'
# reset 1 2
0 0 1
END

  # As seed_i changes in cycle 0, channel 6, the lane, takes the state of channel 5 at the end of
  # it.  With seed 7 its word should be d042c6dd, which ends in 01: port 0; it is d89d59a2, which
  # ends in 10: port 1.
  bug seeds_outside_reset hypercube:2 \
    "--routing drand-trans-ooo --lanes 1 --depth 1 --vcs 3 --seed 7" \
    "1 0 0 out_valid 1 0 VC 0" <<'END'
# noise 1
0 0 3 0xf
END
done

# Alone, without the golden model: switch 1 never sends the packet from 2 on to 0.
case " ${PLANTED:-phase_once} " in
  *" phase_once "*)
    broken_switches phase_once
    printf '1\n2\n0\n' >"$scratch/left.txt"
    run "$lockhop" run mesh:3 "file:$scratch/left.txt" --machine array \
      --dut "$scratch/broken/phase_once.v"
    expect "phase_once alone: the packet that never arrives is named" 1 \
      'lost: packet 2 from terminal 2 \(2\) to terminal 0 \(0\)' '^LOST$'
    ;;
esac

# barrier_bug NAME PACKET EXPECTED: the barrier tree is in the generated network and no part of a
# switch, so no --dut replaces it: the bug is in a tree of its own.
barrier_bug() {
  mkdir -p "$scratch/tree/build" "$scratch/cache"
  chmod 700 "$scratch/cache"
  cp build/cache/runtime-* "$scratch/cache" 2>/dev/null
  cp -rL rtl sim "$scratch/tree"
  cp "$lockhop" "$scratch/tree/build/lockhop"
  broken_switches "$1"
  cp "$scratch/broken/$1.v" "$scratch/tree/rtl/component/barrier_tree.v"
  printf '# lockhop schedule 1 hypercube:1 rand-sync,barrier=tree\n# packets 1\n%s\n%s\n' \
    '# cycle source destination header' "$2" >"$scratch/$1.trace"
  run env LOCKHOP_CACHE="$scratch/cache" "$scratch/tree/build/lockhop" cosim hypercube:1 \
    "trace:$scratch/$1.trace" --routing rand-sync,barrier=tree --lanes 1 --depth 1 \
    --machine network --wave "$scratch/$1.fst"
  expect "$1 on the network: sent in $3" 1 "packet 0 in dut: .*, $3 \\([01]\\) port 0$" '^DIFFER$'
  run "$lockhop" cosim hypercube:1 "trace:$scratch/$1.trace" --routing rand-sync,barrier=tree \
    --lanes 1 --depth 1 --machine network
  expect "the right barrier passes the stimulus of $1" 0 '^PASS$'
}

# hypercube:1: the second phase begins 6 cycles after the last arrival.
if [ -z "${PLANTED-}" ]; then
  # All is over in cycle 0, but for the packet that starts in cycle 8, at its intermediate
  # destination: it must wait there.  With the bug phase 1 has long begun.
  barrier_bug barrier_ignores_done "8 0 1 0x2" "cycle 9 switch 0"
  # The packet enters its lane, at its intermediate destination 1, in cycle 0: switch 0 is over
  # then, switch 1 a cycle later.  The second phase begins in cycle 6, with the bug in cycle 5.
  barrier_bug barrier_loses_switch "0 1 0 0x1" "cycle 5 switch 1"
fi

# The registers of switch 0 start at all ones, so without reset its queues are not empty.
machine=array
bug missing_reset hypercube:2 "" "0 0 0 out_valid 0 1" <<'END'
0 0 3
END

# At the end of cycle 1 the packet is on the link and rst is 1: it enters switch 1, and is ejected
# from channel 0.  In a network the links show something in the first reset too: it would be seen in
# cycle 0.
bug accepts_in_reset hypercube:1 "--lanes 1 --depth 1" "2 1 0 eject_valid 0 1" <<'END'
# reset 1 2
0 0 1
END

# With noise 1 switch 0 takes 1 for its address at the end of cycle 0, and the packet to itself
# leaves by port 0.
bug here_follows_pin hypercube:1 "--lanes 1 --depth 1" "1 0 0 out_valid 0 1" <<'END'
# noise 1
0 0 0
END

# A queue of two fills in cycles 1 and 2, while it is stalled.  Packet 0 leaves in cycle 3, and
# packet 1 is shown in cycle 4; with the bug it has gone too.
bug drops_at_full_pop hypercube:1 "--lanes 1 --depth 2" "4 0 0 out_valid 1 0" <<'END'
# stall 1 3 0 0
0 0 1
1 0 1
END

# In cycle 2 packet 1 is pushed behind packet 0, which is stalled and is shown in cycle 3 too.
bug overwrites_while_stalled hypercube:1 "--lanes 1 --depth 2" "3 0 0 out_data 0 1" <<'END'
# stall 1 4 0 0
0 0 1
1 0 1
END

# The packet is stalled in cycles 1 to 16 and leaves in cycle 17.
bug doubles_after_stall hypercube:1 "--lanes 1 --depth 1" "18 0 0 out_valid 0 1" <<'END'
# stall 1 17 0 0
0 0 1
END

# Packets 0 to 2 go through places 0 to 2 in cycles 1 to 3.  In cycle 4 packet 3 is stalled: it
# should be in place 0, and there is no place 3.
bug wraps_at_power_of_two hypercube:1 "--lanes 1 --depth 3" "5 0 0 out_header 1 0" <<'END'
# stall 4 5 0 0
0 0 1
1 0 1
2 0 1
3 0 1
END

# Packets 0 to 2 leave in cycles 1 to 3, so that place 1 is the oldest and has had packet 1.  After
# the reset packet 0 is pushed into place 0 in cycle 6, is stalled, and shown in cycle 7.
bug head_not_reset hypercube:1 "--lanes 1 --depth 2" "7 0 0 out_data 0 1" <<'END'
# reset 4 5
# stall 6 7 0 0
0 0 1
1 0 1
2 0 1
END

# From 5, of the inner circle, to 6, three hops of + away: 8 is the common neighbour, by -; the
# wrong switch sends it by +.  It is injected in cycle 0, and on the link in cycle 1.
bug petersen_as_prism hdn:petersen:10 "--routing memoryless --lanes 1 --depth 2" \
  "1 5 0 out_valid 0 1 VC 3" <<'END'
0 5 6
END

# From leaf 0.0.0 to leaf 0.0.1, up by way 0: switch 1.0.0 sends the packet down by port 1, the bug
# sends it up.
bug turns_at_roots fattree:2,3 "--routing d-mod-k --lanes 2" "2 4 1 out_valid 1 0" <<'END'
0 0 2 0x9
END

# From d to b of a ring one way, whose routes change the VC at a: 0 out of d and e, 1 out of a.  The
# wrong switch e offers it on the VC that a gives.  A trace names the contents of the file too.
one_way=$("$lockhop" info file:examples/networks/one_way.json | sed -n '1s/: .*//p')
bug vc_of_later_hop "$one_way" "--routing given --lanes 1 --depth 1" \
  "2 4 0 out_valid 1 0 VC 0" <<'END'
0 3 1 0x280
END

# Switch 0 of a complete graph sends to the next digit: by port 0, the bug takes port 1.
bug hamming_skips_none flatfly:4,2 "--routing dimension-order --lanes 4" \
  "1 0 0 out_valid 1 0" <<'END'
0 0 4 0x1
END

# From 0.2 to 1.0, and from 0.1 in an odd column: west, where the wrong switch takes +1.
bug turn_to_west mesh:3x3 "--routing west-first --lanes 1 --depth 2" "1 2 0 out_valid 1 0" <<'END'
0 2 3 0x4
END
bug odd_even_swapped mesh:3x3 "--routing odd-even --lanes 1 --depth 2" "1 1 0 out_valid 1 0" <<'END'
0 1 3 0x14
END

# From 0.0 to 1.1: the first packet by +1 in VC 0, the second by +0 in VC 0; the third escapes by +0
# in VC 1, for the other two are stalled, and has the link: without it VC 0 is offered again.
bug least_ties_first mesh:3x3 "--routing minimal-adaptive --lanes 1 --depth 2 --vcs 2" \
  "1 0 1 out_valid 0 1 VC 1" <<'END'
0 0 4 0x5
END
bug escape_in_vc_0 mesh:3x3 "--routing minimal-adaptive --lanes 1 --depth 2 --vcs 2" \
  "3 0 1 out_valid 0 1 VC 0" <<'END'
# stall 0 9 0 2
# stall 0 9 0 6
0 0 4 0x5
1 0 4 0x5
2 0 4 0x5
END

# From 0 to 1 by way of 1: in the second phase from the start, with no dateline ahead: VC 3, not 1.
bug phases_share_vcs torus:4 "--routing valiant --lanes 1 --depth 1 --vcs 4" \
  "1 0 0 out_valid 0 1 VC 1" <<'END'
0 0 1 0x5
END

# Collective engines: the words are loaded one a cycle, and the engines run from the cycle after
# the last on; a word on a link in cycle c is ejected in cycle c + 1.
#
# One word is loaded in cycle 0; with t_s = 2 it is on the link in cycle 3, not in cycle 1.
engine_bug engine_skips_startup hypercube:1 one-to-all-broadcast,startup=2 "1 0 0 out_valid 0 1"

# Words 0, 1, 2 of terminal 0 for 1, 2, 3 are loaded in cycles 0 to 2.  In cycles 3 and 4 those for
# 2 and 3 leave by port 1, then that for 1 by port 0.
engine_bug engine_sends_other hypercube:2 one-to-all-personalized "4 0 1 out_data 2 1"

# Both words of the message are ejected where they are loaded too, from the lane, channel 1, in
# cycles 1 and 2.
engine_bug engine_loses_word hypercube:1 one-to-all-broadcast,words=2 "2 0 1 eject_valid 1 0"

# hdn:2:2, as printed: 0 to 1, the two over their cross-edges to 2 and 3, and these back: 0 has the
# word that it gets in cycle 3 on port 1.
engine_bug engine_ejects_again hdn:2:2 one-to-all-broadcast,rule=printed "4 0 1 eject_valid 0 1"

# A word of each terminal is loaded in cycle 0, and crosses a link in cycle 1.  In the second step,
# cycles 2 and 3, every node sends both that it has; the second of them in cycle 3.
engine_bug engine_stalls_late hypercube:2 all-to-all-broadcast "3 0 0 out_valid 1 0"

# As boxed: words 0 to 6 of terminal 1 are loaded in cycles 0 to 6.  Words 1 and 2 cross to node 6
# in cycles 7 and 8, where they are dropped; 5 and 6, for nodes 6 and 7, in cycles 11 and 12.  Of
# these node 6 stores 6, and sends it on in cycle 13.
engine_bug engine_keeps_dropped rdn:2:1 one-to-all-personalized,rule=printed,source=1 \
  "13 6 0 out_data 6 1"

# Source vectors: packet 0 goes in cycle 1 from 0.0.1 to 0.0.0 by local port 1, and packet 1 by
# global port 0 (port 2) to 0.1.0; with b = 2 it has a global hop before it, whatever delta is.
engine_bug counter_leaves_global_out d3:1,2 broadcast,source=0.0.1,copies=terminals \
  "1 1 2 out_valid 1 0" "--routing source-vector,holds=0"

# An odd vertex crosses by a global hop and then a local one, an even vertex the other way round.
# Channel 5 of 0.0.1 comes from 0.1.0 (port 2, VC 1): packet 1 crosses this link in cycle 1 and
# packet 3 in cycle 2. Packet 3 gets the value of packet 1.
engine_bug keeps_first_value d3:1,2 hypercube-embedding,program=all-reduce "3 1 5 eject_data 3 3"
if whole || [ "${PLANTED-}" = keeps_first_value ]; then
  run "$lockhop" run d3:1,2 hypercube-embedding,program=all-reduce --machine array \
    --dut "$scratch/broken/keeps_first_value.v"
  expect "keeps_first_value alone: the sums are wrong" 1 'delivered +8 of 8' \
    'corrupted: in cycle 3 switch 1 .* \(number 3\)' 'values: wrong at 4 of 4 vertices' '^LOST$'
fi

# flow NAME STATUS PATTERN: the bug, judged by its flow.
flow() {
  wanted "$1" || return 0
  broken_switches "$1"
  run "$lockhop" cosim d3:1,2 all-to-all+uniform,load=1,warmup=10 --lanes 2 --depth 1 \
    --dut "$scratch/broken/$1.v" --compare flow
  expect "$1 by its flow: $3" "$2" "$3"
}

# No rule of the flow knows who has the link: there the numbers of the result tell.
machine=array
if whole || [ -n "${PLANTED-}" ]; then
  flow privileged_as_standard 1 'rule path'
  flow level_lost 1 'rule header'
  flow levels_take_turns 0 'privileged .* [1-9][0-9]* of them late'
fi
finish
