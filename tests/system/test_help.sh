#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The Lockhop authors

# test_help -- lockhop help, the manual page and the completion of the command line say the same:
# what the tables have.  Completion runs in a real bash, and in a zsh where there is one.
set -u
. tests/system/tap.sh

case $lockhop in /*) ;; *) lockhop=$PWD/$lockhop ;; esac
"$lockhop" help >"$scratch/help"
commands=$(awk '/^$/ { part++; next } part == 3 { print $1 }' "$scratch/help")

# --- help ---

"$lockhop" --help >"$scratch/top" 2>&1
run diff "$scratch/help" "$scratch/top"
expect "lockhop help is lockhop --help" 0
differ=
for command in $commands; do
  "$lockhop" help "$command" >"$scratch/help-$command" 2>&1 || differ="$differ $command"
  "$lockhop" "$command" --help | cmp -s - "$scratch/help-$command" || differ="$differ $command"
done
if [ "$(echo "$commands" | wc -l)" -ge 13 ] && [ -z "$differ" ]; then
  ok "lockhop help COMMAND is lockhop COMMAND --help, for all commands"
else
  not_ok "lockhop help COMMAND is lockhop COMMAND --help, for all commands" "$differ" "$commands"
fi
run "$lockhop" help csim
refused "help of an unknown command suggests the nearest" "did you mean 'cosim'"
run "$lockhop" help cosim run
refused "help of two commands" "'run' is one argument too many"
run "$lockhop" help --completion fish
refused "completion of another shell" "must be bash or zsh"
run "$lockhop" help cosim --man
refused "a manual page of one command" "--man covers all commands: leave out 'cosim'"
run "$lockhop" help --man --completion zsh
refused "two things at once" "give one of them"

# --- the manual page ---

"$lockhop" help --man >"$scratch/lockhop.1"
run python3 tests/system/help_laws.py "$lockhop" "$scratch/lockhop.1"
expect "the manual page has every command, option and name, with the text of the help" 0 '^same'
sed 's/sends/send/' "$scratch/lockhop.1" >"$scratch/changed.1"
run python3 tests/system/help_laws.py "$lockhop" "$scratch/changed.1"
expect "and a page that differs in a word is found" 1 'sends'
if command -v groff >/dev/null; then
  run groff -man -ww -Tascii -z "$scratch/lockhop.1"
  if [ "$status" -eq 0 ] && [ ! -s "$err" ]; then
    ok "groff has no warning"
  else
    not_ok "groff has no warning" "$(head -n 5 "$err")"
  fi
  groff -man -Tascii -P-cbou -rLL=200n -rHY=0 "$scratch/lockhop.1" >"$scratch/page"
  run grep -A 1 -- '--depth W' "$scratch/page"
  expect "and shows an option with its text" 0 '^ +packets per output queue; 0: no limit'
else
  skip "groff has no warning" "no groff"
fi
if command -v mandoc >/dev/null; then
  run sh -c "mandoc -T lint -W warning '$scratch/lockhop.1' | grep -v 'missing date'"
  expect "mandoc has no warning" 1
else
  skip "mandoc has no warning" "no mandoc"
fi

# --- what completion offers ---

# offers TEXT WORD... -- EXPECTED...: all words that can stand last, as lockhop __complete says.
offers() {
  offers_text=$1
  shift
  "$lockhop" __complete "$@" >"$out" 2>"$err"
  status=$?
  awk -F '\t' '$1 == "word" { print $2 }' "$out" >"$scratch/offered"
  run diff "$scratch/expected" "$scratch/offered"
  expect "$offers_text" 0
}

echo "$commands" >"$scratch/expected"
offers "first come the commands" ""
"$lockhop" list topologies | awk '$1 ~ /:/ { sub(/:.*/, ":", $1); print $1 }' >"$scratch/expected"
offers "SPEC: the topologies" run ""
# But for mixtures: who completes one begins with its first part.
"$lockhop" list traffic d3:3,4 | awk 'NR > 1 && $1 !~ /[+]/ { sub(/[[,:].*/, "", $1); print $1 }' \
  >"$scratch/names"
"$lockhop" __complete run d3:3,4 "" | cut -f 2 | sed 's/[,:].*//' >"$scratch/offered"
run diff "$scratch/names" "$scratch/offered"
expect "TRAFFIC: what runs on the network" 0
# Without --failed there is nothing to go round.
"$lockhop" list routings | awk '$1 == "d3" && $2 != "fault-tolerant" { print $2 }' \
  >"$scratch/expected"
offers "--routing: those of the network" run d3:3,4 random --routing ""
sed 's/^/--routing=/' "$scratch/expected" >"$scratch/with" && mv "$scratch/with" "$scratch/expected"
offers "the same in one word" run --quiet d3:3,4 random --routing=
printf '%s\n' source-vector,queue=lifo source-vector,queue=lifo,holds=0 >"$scratch/expected"
offers "options of a routing after a comma" run d3:3,4 random --routing source-vector,q
printf '%s\n' uniform,load=0.1,warmup= >"$scratch/expected"
offers "options of traffic after a comma" run hypercube:4 uniform,load=0.1,w
printf '%s\n' matrix,file= >"$scratch/expected"
offers "a file in the options of traffic" run hypercube:4 matrix,f
printf '%s\n' stalls,resets stalls,refusals >"$scratch/expected"
offers "disturbances after a comma" run hypercube:4 random --disturb stalls,r
printf '%s\n' 00 01 10 11 >"$scratch/expected"
offers "SRC: the terminals" route hypercube:2 ""
: >"$scratch/expected"
offers "a SPEC of which SRC is unknown offers nothing" route hypercube:99 ""
offers "no argument too many" run hypercube:2 random ""
offers "no option after --" run -- --qui
offers "nothing for an unknown command" rnu ""
wrong=
for command in $commands; do
  sed -n 's/^ *\(-o, \)\{0,1\}\(--[a-z-]*\)\(\[=R\]\)\{0,1\} .*/\2/p' "$scratch/help-$command" \
    >"$scratch/options"
  "$lockhop" __complete "$command" -- | cut -f 2 | cmp -s - "$scratch/options" ||
    wrong="$wrong $command"
  while read -r option; do
    "$lockhop" __complete "$command" "$option" "" >/dev/null 2>&1 || wrong="$wrong $command$option"
  done <"$scratch/options"
  for before in "" "hypercube:2" "hypercube:2 x"; do
    # shellcheck disable=SC2086 # several words, or none
    "$lockhop" __complete "$command" $before "" >/dev/null 2>&1 || wrong="$wrong $command:$before"
  done
done
if [ -z "$wrong" ]; then
  ok "every command offers the options of its help; every value and argument is known"
else
  not_ok "every command offers the options of its help; every value and argument is known" "$wrong"
fi
wrong=$("$lockhop" list topologies | awk '$1 ~ /:/ { sub(/:.*/, ":", $1); print $1 }' |
  while read -r name; do
    "$lockhop" __complete run "$name" | cut -f 2 | head -n 1 |
      xargs "$lockhop" list traffic >"$out" 2>&1 || echo "$name"
  done)
if [ -z "$wrong" ]; then
  ok "the examples of every topology are specs"
else
  not_ok "the examples of every topology are specs" "$wrong"
fi

# --- in the shells ---

mkdir -p "$scratch/bin" "$scratch/here/folder"
ln -s "$lockhop" "$scratch/bin/lockhop"
: >"$scratch/here/my switch.v"
: >"$scratch/here/list.txt"
"$lockhop" help --completion bash >"$scratch/lockhop.bash"
cat >"$scratch/ask.bash" <<'END'
source "$1"
while IFS= read -r COMP_LINE; do
  COMP_POINT=${#COMP_LINE}
  _lockhop 2>/dev/null
  printf '%s>' "$COMP_LINE"
  printf ' %s' "${COMPREPLY[@]}"
  printf '\n'
done
END
cat >"$scratch/expected" <<'END'
lockhop cos> cosim
lockhop  run hypercube:> 1 2 3 4 6
lockhop run hypercube:4 bit-> bit-reversal bit-complement
lockhop run hypercube:4 random --routing=rand-s> rand-sync
lockhop run hypercube:4 random --routing rand-s> rand-sync
lockhop run hypercube:4 uniform,l> uniform,load=
lockhop run hypercube:4 uniform,load=0.1,b> 0.1,burst=
lockhop run hypercube:4 file:li> list.txt
lockhop run hypercube:4 random --dut=li> list.txt
lockhop draw hypercube:4 random -o fo> folder
lockhop rnu >
END
run sh -c "cd '$scratch/here' && sed 's/>.*//' ../expected | PATH=../bin:\$PATH \
  bash ../ask.bash ../lockhop.bash >../said"
expect "the completion of bash runs" 0
sed -i 's/> *$/>/' "$scratch/expected" "$scratch/said"
run diff "$scratch/expected" "$scratch/said"
expect "and completes words with ':' and '=' as readline breaks them" 0
run shellcheck -s bash "$scratch/lockhop.bash"
expect "shellcheck has no complaint of it" 0

# Completion asks the program; what is run in the end prints its arguments.
rm "$scratch/bin/lockhop"
cat >"$scratch/bin/lockhop" <<END
#!/bin/sh
[ "\$1" != __complete ] || exec "$lockhop" "\$@"
printf 'ran:'
printf ' <%s>' "\$@"
echo
END
chmod +x "$scratch/bin/lockhop"
mkdir "$scratch/zsh"
"$lockhop" help --completion zsh >"$scratch/zsh/_lockhop"
for shell in bash zsh; do
  run python3 tests/system/type_tabs.py $shell "$scratch/here"
  case $status in
  3) skip "a command typed with tabs at a $shell" "$(cat "$err")" ;;
  *) expect "a command typed with tabs at a $shell" 0 \
    '^ran: <cosim> <hypercube:4> <bit-reversal> <--routing> <rand-sync> <--dut=my switch.v>$' ;;
  esac
done
finish
