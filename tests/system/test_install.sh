#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The Lockhop authors

# test_install -- `make install` gives a command that works from anywhere, without the source tree,
# and a library that programs are built with by pkg-config alone; `make uninstall` takes all of it
# away, and nothing else.
set -u
. tests/system/tap.sh

tree=$PWD
# Below build/ the command would use the files of this tree.
root=$(mktemp -d) || exit 3
trap 'rm -rf "$root"' EXIT
prefix=$root/opt/lockhop
export PKG_CONFIG_PATH="$prefix/lib/pkgconfig" PKG_CONFIG_SYSROOT_DIR="$root"
mkdir -p "$prefix/lib" "$prefix/share"
echo "not ours" | tee "$prefix/lib/libother.a" >"$prefix/share/other"
find "$root" | sort >"$scratch/before"

# Verilator's run-time library takes long to compile: from the common cache, when it is there.
[ -d build/runtime ] || mkdir -m 700 build/runtime
cp build/cache/runtime-* build/runtime 2>/dev/null

for given in "PREFIX=/opt/there" "prefix=/opt/there"; do
  run make -n install "$given"
  expect "make install $given is for that folder" 0 '^install .* /opt/there/bin/lockhop$'
done
run env prefix=/opt/there make -n install
expect "a variable prefix of the environment counts for nothing" 0 \
  '^install .* /usr/local/bin/lockhop$'
run make -s install DESTDIR="$root" PREFIX=/opt/lockhop
expect "make install" 0
mkdir -p "$scratch/elsewhere"
cd "$scratch/elsewhere" || exit 3

# --- the command ---

mkdir -m 700 cache
cp "$tree"/build/cache/unit-* cache 2>/dev/null
run env LOCKHOP_CACHE=cache "$prefix/bin/lockhop" cosim hypercube:2 random
expect "the installed command runs a lock step" 0 '^PASS$'
run sh -c 'ls cache/runtime-*.a'
if command -v verilator >/dev/null; then
  expect "with the run-time library that was installed" 2
  # Of other tools it has another name.
  mv "$prefix"/lib/lockhop/runtime-*.a "$prefix/lib/lockhop/runtime-0.a"
  mkdir tools
  printf '#!/bin/sh\nexit 1\n' >tools/clang++
  chmod +x tools/clang++
  run env LOCKHOP_CACHE=cache PATH="$PWD/tools:$PATH" "$prefix/bin/lockhop" cosim hypercube:3 random
  expect "it compiles one where that of other tools was installed, without clang too" 0 '^PASS$'
  run sh -c 'ls cache/runtime-*.a'
  expect "and keeps it" 0 '^cache/runtime-[0-9a-f]{32}\.a$'
  run sh -c 'ls cache/runtime-*.gch'
  expect "and the headers of g++" 0 '^cache/runtime-[0-9a-f]{32}\.gch$'
else
  skip "with the run-time library that was installed" "no verilator"
fi
run env LOCKHOP_CACHE=cache "$prefix/bin/lockhop" check hypercube:1 --level quick \
  --shapes depth=2 --dut "$prefix/share/lockhop/rtl/component/comparator.v"
expect "the installed command compares a module alone" 0 \
  '^modules alone, as their C twins: comparator \([0-9]+ parameter sets\)$' '^PASS$'
printf '%s\n' design,load,offered_load,accepted_load,latency_mean,outcome \
  golden,0.1,0.1,0.1,3,PASS golden,0.5,0.5,0.5,4,PASS >compare.csv
run env MPLCONFIGDIR="$tree/build/system/matplotlib" "$prefix/bin/lockhop" plot compare.csv \
  -o figure.svg
expect "the installed command plots" 0
if [ -s figure.svg ] && ! find "$prefix" -name __pycache__ | grep -q .; then
  ok "into a file, and leaves nothing beside its program"
else
  not_ok "into a file, and leaves nothing beside its program" "$(find "$prefix" -name __pycache__)"
fi
run "$prefix/bin/lockhop" rtl hypercube:2 -o rtl
expect "the installed command writes Verilog" 0
run env LOCKHOP_CACHE="$PWD/not-writable" sh -c "mkdir -p not-writable; printf x >not-writable/x; \
  LOCKHOP_CACHE=$PWD/not-writable/x exec $prefix/bin/lockhop cosim hypercube:2 random"
expect "a cache that is no directory is an environment error" 3 "not-writable"
run env PATH=/nowhere LOCKHOP_CACHE="$PWD/cache-without" "$prefix/bin/lockhop" cosim \
  hypercube:3 random
expect "without verilator: an environment error that names it" 3 "verilator"
if command -v verilator >/dev/null; then
  run verilator --lint-only -Wno-fatal --top-module switch -GPORTS=2 -GHEADER_BITS=2 \
    -GADDRESS_BITS=2 -F "$prefix/share/lockhop/rtl/files.f" rtl/route.v
  expect "the file list of the RTL, with a generated route.v, is a whole switch" 0
else
  skip "the file list of the RTL, with a generated route.v, is a whole switch" "no verilator"
fi

# --- the library ---

# others: of the names that nm prints, those that are not of lockhop.h.
others() {
  awk 'NF == 3 && $3 !~ /^lockhop_/ { print $3 }
       NF == 3 && $3 ~ /^lockhop_/ { ours++ }
       END { if (ours < 20) print "and only " ours + 0 " of ours" }'
}

nm -D --defined-only "$prefix/lib/liblockhop.so.1" | others >others-shared
run diff /dev/null others-shared
expect "the shared library shows names of lockhop.h alone" 0
nm -g --defined-only "$prefix/lib/liblockhop.a" | others >others-static
run diff /dev/null others-static
expect "the static library shows names of lockhop.h alone" 0
grep -v typedef "$prefix/include/lockhop.h" | grep -oE 'lockhop_[a-z_]+\(' | tr -d '(' |
  sort -u >declared
nm -D --defined-only "$prefix/lib/liblockhop.so.1" | awk '{ print $3 }' | sort -u >defined
run diff declared defined
expect "every function of lockhop.h is in the shared library, and no other" 0
run readelf -d "$prefix/lib/liblockhop.so.1"
expect "it has a soname" 0 'SONAME.*\[liblockhop\.so\.1\]'
# --- find_package of CMake ---

mkdir -p cmake
cat >cmake/CMakeLists.txt <<'END'
cmake_minimum_required(VERSION 3.18)
project(user LANGUAGES C)
find_package(lockhop 1.0 REQUIRED)
add_executable(user user.c)
target_link_libraries(user lockhop::lockhop)
file(WRITE "${CMAKE_BINARY_DIR}/found.txt" "${lockhop_COMMAND}\n${lockhop_RTL}\n")
END
printf '%s\n' '#include <lockhop.h>' '#include <stdio.h>' \
  'int main(void) { return puts(lockhop_version()) < 0; }' >cmake/user.c
if command -v cmake >/dev/null; then
  run sh -c "cmake -S cmake -B cmake/build -DCMAKE_PREFIX_PATH=$prefix && cmake --build cmake/build"
  expect "find_package(lockhop) finds the library" 0
  run cmake/build/user
  expect "with which a program runs" 0 '^[0-9.]+$'
  law "and names command and Verilog" xargs ls -d -- <cmake/build/found.txt
  sed -i 's/lockhop 1.0 /lockhop 2.0 /' cmake/CMakeLists.txt
  run cmake -S cmake -B cmake/other -DCMAKE_PREFIX_PATH="$prefix"
  expect "another version is refused" 1
else
  skip "find_package(lockhop) finds the library" "no cmake"
fi

# --- pkg-config ---

run pkg-config --modversion lockhop
expect "pkg-config knows the version" 0 "^$("$prefix/bin/lockhop" --version | awk '{ print $2 }')$"

# build NAME FLAGS...: an installed example, from the prefix alone.
build() {
  build_name=$1
  shift
  # shellcheck disable=SC2086 # a compiler of several words
  run ${CC:-gcc} -std=c99 -Wall -Wextra -Wpedantic -Werror \
    "$prefix/share/lockhop/examples/$build_name.c" -o "$build_name" "$@"
}

for example in "$prefix"/share/lockhop/examples/*.c; do
  name=$(basename "$example" .c)
  # shellcheck disable=SC2046 # words of pkg-config
  build "$name" $(pkg-config --cflags --libs lockhop)
  expect "examples/$name.c is built with the shared library" 0
  LD_LIBRARY_PATH="$prefix/lib" "./$name" >said
  run diff "$tree/tests/golden/example-$name.txt" said
  expect "and says what it should" 0
  # shellcheck disable=SC2046 # words of pkg-config
  build "$name" -static $(pkg-config --static --cflags --libs lockhop)
  expect "examples/$name.c is built with the static library" 0
  "./$name" >said
  run diff "$tree/tests/golden/example-$name.txt" said
  expect "and says the same" 0
done
# What docs/library.md shows stands in the examples, line by line, and so does what they print.
awk '/^```/ { shown = /^```c/; next } shown' "$tree/docs/library.md" | sed 's/^ *//' | grep . >shown
sed 's/^ *//' "$tree"/examples/*.c >written
run grep -vxFf written shown
expect "the code of docs/library.md is that of the examples" 1
sed -n 's/^    \(cycle [0-9].*\|hypercube:6, .*\)/\1/p' "$tree/docs/library.md" >shown
run sh -c "cat '$tree'/tests/golden/example-*.txt | diff shown -"
expect "and what it says they print is what they print" 0
# shellcheck disable=SC2046,SC2086 # several words
run ${CXX:-g++} -std=c++11 -Wall -Wextra -Wpedantic -Werror -fsyntax-only -x c++ \
  $(pkg-config --cflags lockhop) "$prefix/include/lockhop.h"
expect "lockhop.h is a header for C++ too" 0

if [ -x "$tree/build/lockhop-mpi" ]; then
  run "$prefix/bin/lockhop-mpi" --version
  expect "lockhop-mpi is installed where it is built" 0 '^lockhop '
fi

# --- away again ---

cd "$tree" || exit 3
run make -s uninstall DESTDIR="$root" PREFIX=/opt/lockhop
expect "make uninstall" 0
find "$root" -type f | sort >"$scratch/after"
grep -v '/$' "$scratch/before" | while read -r path; do
  [ ! -f "$path" ] || echo "$path"
done >"$scratch/files-before"
run diff "$scratch/files-before" "$scratch/after"
expect "takes away every file that was installed, and no other" 0
finish
