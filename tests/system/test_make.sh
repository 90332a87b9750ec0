#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The Lockhop authors

# test_make -- `make` with another compiler, and on a system that lacks packages: it says which, and
# how to install them, before it compiles anything.
set -u
. tests/system/tap.sh

# --- packages ---

# A tree with one file to compile, and systems of other kinds to compile it on.
mkdir -p "$scratch/tree/cmodel/tool/cli" "$scratch/bin" "$scratch/other"
cp -R Makefile packages.txt scripts "$scratch/tree"
echo 'int main(void) { return 0; }' >"$scratch/tree/cmodel/tool/cli/main.c"
printf '#!/bin/sh\ncase $* in *jansson*) exit 1 ;; *) echo ii ;; esac\n' >"$scratch/bin/dpkg-query"
printf '#!/bin/sh\necho ii\n' >"$scratch/other/dpkg-query"
chmod +x "$scratch"/*/dpkg-query
# No jansson to find, whatever is installed here.
cc="gcc -nostdinc"

# make_there [VARIABLE=VALUE...]: make in that tree.
make_there() {
  rm -rf "$scratch/tree/build"
  run env "$@" make -C "$scratch/tree" CC="$cc"
  compiled=$(find "$scratch/tree/build" -name '*.o' | wc -l)
}

make_there PATH="$scratch/bin:$PATH"
expect "make names the header that is missing, and how to install its package" 2 \
  'finds no.* jansson\.h' '^ *sudo apt-get install --no-install-recommends libjansson-dev$'
run test "$compiled" -eq 0
expect "and has compiled nothing" 0
make_there PATH="$scratch/other:$PATH"
expect "if all packages are there it asks for the compiler" 2 'is gcc -nostdinc the compiler'

# Debian's commands but those of dpkg.
mkdir -p "$scratch/elsewhere"
for folder in /usr/local/bin /usr/bin /bin; do
  find "$folder/" -maxdepth 1 ! -type d ! -name 'dpkg*' ! -name 'verilator*' \
    -exec ln -sf -t "$scratch/elsewhere" {} +
done
make_there PATH="$scratch/elsewhere"
expect "where there is no dpkg it says so" 2 'no Debian system; install by hand'
cc=gcc
mkdir -p "$scratch/headers"
: >"$scratch/headers/jansson.h"
make_there PATH="$scratch/elsewhere" CPATH="$scratch/headers"
run test "$compiled" -eq 1 -a "$status" -eq 0
expect "and goes on where the header is found" 0
make_there PATH="$scratch/bin:$PATH" CPATH="$scratch/headers"
expect "what dpkg does not know, but the compiler finds, does not end make" 0 \
  'Not needed to compile'
run env PATH="$scratch/bin:$PATH" make -C "$scratch/tree" -W cmodel/tool/cli/main.c
run grep -c 'Not needed' "$out" "$err"
expect "and is said once" 1

# --- a bare system ---

mkdir -p "$scratch/root" "$scratch/user"
printf '#!/bin/sh\necho 0\n' >"$scratch/root/id"
printf '#!/bin/sh\necho 1000\n' >"$scratch/user/id"
chmod +x "$scratch/root/id" "$scratch/user/id"
run env PATH="$scratch/user:$PATH" scripts/test_debian.sh trixie
expect "a bare system is made by root alone" 3 '^test_debian: only root can'
run env PATH="$scratch/root:$scratch/elsewhere" scripts/test_debian.sh trixie
expect "with debootstrap" 3 '^test_debian: debootstrap is missing: apt-get install debootstrap$'
run scripts/test_debian.sh --keep
expect "and a name" 2 '^usage: test_debian.sh '

# --- compilers ---

run sh -c "env -u MAKEFLAGS -u MFLAGS -u MAKEOVERRIDES -u WERROR make -n -W cmodel/tool/cli/main.c |
  grep -e -Werror"
expect "a warning is no error to a user" 1
run sh -c "make -n WERROR=1 -W cmodel/tool/cli/main.c | grep -e -Werror"
expect "but with WERROR=1" 0
run sh -c "make -n test | grep -e 'WERROR=1 check'"
expect "which is what make test says" 0

# clang as it is called for all files has one process for each; one for all takes a third.
if command -v clang >/dev/null; then
  make -s syntax CC='clang -###' WERROR=1 2>&1 | grep '"-cc1"' >"$scratch/calls"
  sed -n '1!s/.* //p' "$scratch/calls" >"$scratch/others"
  run test "$(wc -l <"$scratch/others")" -gt 200
  expect "clang reads every file" 0
  echo "$(head -n 1 "$scratch/calls") $(tr '\n' ' ' <"$scratch/others")" >"$scratch/clang.sh"
  run sh "$scratch/clang.sh"
  expect "without a warning" 0
  echo 'int main(void) { double d = 0.5; return d; }' >"$scratch/warned.c"
  run sh -c "$(head -n 1 "$scratch/calls") '$scratch/warned.c'"
  expect "which it would give" 1 'warned\.c.*Wfloat-conversion'
else
  skip "clang reads every file without a warning" "no clang"
fi
finish
