#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The Lockhop authors

# make_deb -- Debian packages from what `make install` puts there: lockhop, lockhop-dev, and the
# shared library, which is named after its soname.  lintian has nothing to say of them.
#
#     scripts/make_deb.sh STAGE OUTPUT VERSION FST_DIR [LEVEL]
#
# STAGE is a root into which lockhop was installed with PREFIX=/usr and LIB=lib/<multiarch>, and
# which this script divides; OUTPUT the folder for all .deb.  FST_DIR has the sources of the FST
# library that is compiled in, "" for none; LEVEL is that of the compression.  The same files and
# SOURCE_DATE_EPOCH, by default the time of the last commit, give the same bytes.
#
# A dependency on a library is on its upstream version here or a newer one.
set -eu

stage=$(cd "$1" && pwd)
mkdir -p "$2"
output=$(cd "$2" && pwd)
version=$3
fst=$4
level=${5:-6}
cd "$(dirname "$0")/.."
export LC_ALL=C

fail() {
  echo "make_deb: $1" >&2
  exit 3
}
for tool in dpkg-deb dpkg-query md5sum; do
  command -v $tool >/dev/null || fail "$tool is missing: packages are made on Debian"
done

maintainer="The Lockhop authors <lockhop@localhost.invalid>"
architecture=$(dpkg --print-architecture)
: "${SOURCE_DATE_EPOCH:=$(git log -1 --format=%ct 2>/dev/null || stat -c %Y CHANGELOG.md)}"
export SOURCE_DATE_EPOCH

# What runs with Verilog call: a compiler, Verilator, and zlib, which its waveforms need.
tools="g++ verilator zlib1g-dev"
recommended="gtkwave clang"
# Without that library, vcd2fst of GTKWave writes them, and the plug-ins need the headers of LZ4.
if [ -z "$fst" ]; then
  tools="$tools liblz4-dev gtkwave"
  recommended=clang
fi
for package in $tools $recommended; do
  grep -qx -e "$package" packages.txt || fail "$package is not in packages.txt"
done

# libraries FILE...: the packages of the libraries that the files are linked with.
libraries() {
  ldd "$@" | awk '$2 == "=>" && $3 ~ /^\// { print $3 }' | sort -u | while read -r path; do
    real=$(realpath "$path")
    owner=$(dpkg-query -S "$path" "$real" "/usr$path" "${real#/usr}" 2>/dev/null | head -n 1)
    [ -n "$owner" ] || fail "no package has $path"
    dpkg-query -W -f '${Package} (>= ${Version})\n' "${owner%%: *}"
  done | sed 's/-[^-]*)$/)/' | sort -u
}

# joined: the lines of standard input with commas between them.
joined() { paste -sd ',' - | sed 's/,/, /g'; }

# --- what a package is made of ---

# document PACKAGE: its changelogs, that of the package in Debian's form, and copyright.
document() {
  doc=$work/$1/usr/share/doc/$1
  mkdir -p "$doc"
  gzip -9n <CHANGELOG.md >"$doc/CHANGELOG.md.gz"
  gzip -9n >"$doc/changelog.gz" <<END
lockhop ($version) unstable; urgency=medium

  * Made from the source tree; CHANGELOG.md.gz says what is new.

 -- $maintainer  $(date -u -R -d "@$SOURCE_DATE_EPOCH")
END
  {
    printf 'Lockhop\n\nCopyright: The Lockhop authors\nLicence: Apache-2.0\n\n'
    echo "Licensed under the Apache License, Version 2.0.  On Debian systems its text is in"
    echo "/usr/share/common-licenses/Apache-2.0."
    [ -z "$fst" ] || printf '\n%s\n' \
      "The FST library of GTKWave, as it comes with Verilator, is compiled in:"
    for name in ${fst:+fstapi fastlz lz4}; do
      printf '\n--- %s.c ---\n\n' "$name"
      sed '/\*\//q' "$fst/$name.c" | sed 's|^ *[/ ]\*/*||; s| *$||'
    done
  } >"$doc/copyright"
}

# field NAME VALUE: a line of the control file, unless it is empty.
field() { [ -z "$2" ] || echo "$1: $2"; }

# package NAME SECTION DEPENDS RECOMMENDS SUGGESTS TITLE <TEXT: from $work/NAME to $output.
package() {
  root=$work/$1
  document "$1"
  chmod -R u=rwX,go=rX "$root"
  mkdir -p "$root/DEBIAN"
  (cd "$root" && find . -type f ! -path './DEBIAN/*' -printf '%P\0' | sort -z |
    xargs -0 md5sum) >"$root/DEBIAN/md5sums"
  size=$(cd "$root" && find . ! -path './DEBIAN*' -printf '%y %s\n' |
    awk '{ kib += $1 == "f" ? int(($2 + 1023) / 1024) : 1 } END { print kib }')
  {
    field Package "$1"
    field Version "$version"
    field Architecture "$architecture"
    field Maintainer "$maintainer"
    field Installed-Size "$size"
    field Depends "$3"
    field Recommends "$4"
    field Suggests "$5"
    field Section "$2"
    field Priority optional
    field Description "$6"
    sed 's/^/ /; s/^ $/ ./'
  } >"$root/DEBIAN/control"
  chmod -R u=rwX,go=rX "$root/DEBIAN"
  find "$root" -exec touch -hd "@$SOURCE_DATE_EPOCH" {} +
  dpkg-deb --root-owner-group --threads-max=1 -Zxz "-z$level" --build "$root" \
    "$output/$1_${version}_$architecture.deb" >/dev/null
  echo "$output/$1_${version}_$architecture.deb"
}

# --- dividing what was installed ---

work=$stage/packages
rm -rf "$work"
mkdir -p "$work/lockhop-dev/usr" "$work/lockhop"
mv "$stage/usr" "$work/lockhop/usr"
cd "$work/lockhop"
library=$(find usr/lib -name 'liblockhop.so.*')
folder=${library%/*}
shared=liblockhop${library##*.}
mkdir -p "../lockhop-dev/$folder" "../$shared/$folder" "../$shared/DEBIAN"
mv "$library" "../$shared/$folder/"
mv usr/include ../lockhop-dev/usr/
mv "$folder/liblockhop.a" "$folder/liblockhop.so" "$folder/pkgconfig" "../lockhop-dev/$folder/"
mv usr/share/zsh/site-functions usr/share/zsh/vendor-completions # where zsh of Debian looks
cd - >/dev/null
strip "$work/lockhop/usr/bin/lockhop"
strip --strip-unneeded "$work/lockhop/usr/lib/lockhop/libtwins.a"
strip --strip-unneeded "$work/$shared/$library"
gzip -9n "$work/lockhop/usr/share/man/man1/lockhop.1"
echo "liblockhop ${library##*.} $shared (>= $version)" >"$work/$shared/DEBIAN/shlibs"
echo "activate-noawait ldconfig" >"$work/$shared/DEBIAN/triggers"

# lockhop.py, which is in lockhop, loads the shared library.
depends=$({
  libraries "$work/lockhop/usr/bin/lockhop"
  echo "$shared (= $version)"
  echo "$tools" | tr ' ' '\n'
} | joined)
package lockhop electronics "$depends" "$(echo "$recommended" | tr ' ' '\n' | joined)" \
  "lockhop-dev, iverilog, yosys" "golden model and lock-step checker for network switches" <<'END'
Lockhop checks switches of interconnection networks, written in Verilog,
against a golden model in C, every cycle and every port, on whole networks:
hypercubes, dragonflies, meshes, tori, butterflies, Benes networks, dual-nets.
It generates the Verilog of these networks, and measures them under traffic.

This package has the command, the Verilog of the switches, test benches, and
the documentation.
END
package "$shared" libs "$(libraries "$work/$shared/$library" | joined)" "" "" \
  "golden model of network switches, as a shared library" <<'END'
The golden switches and networks of Lockhop, for test benches in any language:
one switch with the pins of its Verilog, or a whole network under traffic.
END
package lockhop-dev libdevel \
  "$shared (= $version), lockhop (= $version), libc6-dev, libjansson-dev, zlib1g-dev" \
  pkg-config "" \
  "golden model of network switches, for test benches" <<'END'
The header lockhop.h, the static library and the data of pkg-config to build
test benches with the golden switch, or a golden network, inside.
END
