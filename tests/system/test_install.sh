#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The Lockhop authors

# test_install -- `make install` gives a command that works from anywhere, without the source tree.
set -u
. tests/system/tap.sh

prefix=$scratch/prefix
run make -s install PREFIX="$prefix"
expect "make install" 0
mkdir -p "$scratch/elsewhere"
cd "$scratch/elsewhere" || exit 3
run env LOCKHOP_CACHE="$PWD/cache" "$prefix/bin/lockhop" cosim hypercube:2 random
expect "the installed command runs a lock step" 0 '^PASS$'
run "$prefix/bin/lockhop" rtl hypercube:2 -o rtl
expect "the installed command writes Verilog" 0
run env LOCKHOP_CACHE="$PWD/not-writable" sh -c "mkdir -p not-writable; printf x >not-writable/x; \
  LOCKHOP_CACHE=$PWD/not-writable/x exec $prefix/bin/lockhop cosim hypercube:2 random"
expect "a cache that is no directory is an environment error" 3 "not-writable"
run env PATH=/nowhere LOCKHOP_CACHE="$PWD/cache-without" "$prefix/bin/lockhop" cosim \
  hypercube:3 random
expect "without verilator: an environment error that names it" 3 "verilator"
finish
