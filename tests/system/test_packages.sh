#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The Lockhop authors

# test_packages -- `make deb`: what the packages say and hold, that lintian has nothing to say, that
# they are the same bytes twice, and that they work where dpkg has installed them.  As root that is
# a copy-on-write copy of this system, in a mount namespace and a chroot of its own; else a folder,
# by dpkg --root, with this system's list of packages to depend on.  The first line of output says
# which.
set -u
if [ -z "${LOCKHOP_OWN_MOUNTS:-}" ] && [ "$(id -u)" -eq 0 ] && unshare -m true 2>/dev/null; then
  LOCKHOP_OWN_MOUNTS=1 exec unshare -m sh "$0"
fi
. tests/system/tap.sh

if ! command -v dpkg-deb >/dev/null; then
  skip "packages are made" "no dpkg"
  finish
fi

# --- a root to install into ---

system=$scratch/system
root=$scratch/root
mkdir -p "$system" "$root"
if [ -n "${LOCKHOP_OWN_MOUNTS:-}" ] && mount -t tmpfs none "$system" 2>/dev/null &&
  mkdir "$system/upper" "$system/work" && mount -t overlay overlay \
  -o "lowerdir=/,upperdir=$system/upper,workdir=$system/work" "$root" 2>/dev/null &&
  mount --rbind /proc "$root/proc" && mount --rbind /dev "$root/dev"; then
  method=chroot
  echo "# installed by dpkg in a copy-on-write copy of this system, by chroot"
else
  method=folder
  echo "# installed by dpkg --root into a folder, which is no chroot"
  mkdir -p "$root/var/lib/dpkg/info" "$root/var/lib/dpkg/updates" "$root/tmp"
  cp /var/lib/dpkg/status "$root/var/lib/dpkg/status"
fi
mkdir -p "$root/tmp/packages"

# inside COMMAND...: in the root, as if it were that of the system.
inside() {
  if [ $method = chroot ]; then
    chroot "$root" env -C /tmp/packages HOME=/tmp/packages PATH=/usr/sbin:/usr/bin:/sbin:/bin "$@"
  else
    env -C "$root/tmp/packages" HOME="$root/tmp/packages" PATH="$root/usr/bin:$PATH" \
      MANPATH="$root/usr/share/man" PKG_CONFIG_SYSROOT_DIR="$root" \
      PKG_CONFIG_LIBDIR="$root/usr/lib/$multiarch/pkgconfig" \
      LD_LIBRARY_PATH="$root/usr/lib/$multiarch" "$@"
  fi
}

# package_manager ARGUMENT...: dpkg on the root.  Man pages need no index here, for which dpkg has
# a trigger; the linker's is run by hand.
package_manager() {
  if [ $method = chroot ]; then
    inside dpkg --no-triggers "$@" && inside ldconfig
  else
    dpkg --root="$root" --force-not-root --force-bad-path --no-triggers --log=/dev/null "$@"
  fi
}

# --- what is made ---

multiarch=$(${CC:-gcc} -print-multiarch)
# Compressed quickly: it takes most of the time.
run make -s deb DEB="$scratch/first" DEB_LEVEL=1
expect "make deb" 0 'lockhop_[0-9.]*_[a-z0-9]*\.deb$'
if whole; then
  run sh -c "umask 077 && TZ=Pacific/Chatham make -s deb DEB='$scratch/second' DEB_LEVEL=1"
  run diff -r "$scratch/first" "$scratch/second"
  expect "made again with another umask they are the same bytes" 0
fi
deb=$(echo "$scratch"/first/lockhop_*.deb)
dev=$(echo "$scratch"/first/lockhop-dev_*.deb)
shared=$(echo "$scratch"/first/liblockhop1_*.deb)

# has TEXT PACKAGE FIELD PATTERN
has() {
  run dpkg-deb -f "$2" "$3"
  expect "$1" 0 "$4"
}

version=$("$lockhop" --version | awk '{ print $2 }')
has "the version is that of the command" "$deb" Version "^$version\$"
has "the architecture is that of dpkg" "$deb" Architecture "^$(dpkg --print-architecture)\$"
has "a section" "$deb" Section '^electronics$'
has "a maintainer with an address" "$deb" Maintainer \
  '^The Lockhop authors <[^@ ]+@[^@ ]+\.invalid>$'
has "it depends on the libraries of the command" "$deb" Depends '(^|, )libjansson4 \(>= [0-9]'
has "and on what lock step calls" "$deb" Depends ', g\+\+, verilator, zlib1g-dev(,|$)'
has "and on the shared library, which lockhop.py loads" "$deb" Depends \
  "liblockhop1 \\(= $version\\)"
has "what is of use beside it is recommended" "$deb" Recommends \
  '^gtkwave, clang, python3-matplotlib$'
has "lockhop-dev depends on the same version of both" "$dev" Depends \
  "^liblockhop1 \\(= $version\\), lockhop \\(= $version\\)"
if ! whole; then
  skip "lintian has nothing to say" "make test-all asks it"
elif command -v lintian >/dev/null; then
  run lintian --allow-root --fail-on error,warning "$deb" "$dev" "$shared"
  expect "lintian has nothing to say" 0
else
  skip "lintian has nothing to say" "no lintian"
fi

for package in "$deb" "$dev" "$shared"; do
  name=$(basename "$package" | sed 's/_.*//')
  dpkg-deb -c "$package" >"$scratch/contents"
  awk '$2 != "root/root" || $1 ~ /^-.(.....w|...w)/ || $1 !~ /^([-d]rw.r-.r-.|l)/' \
    "$scratch/contents" >"$scratch/odd"
  run diff /dev/null "$scratch/odd"
  expect "$name: all is root's, for all to read, for nobody else to write" 0
  grep -v '^d' "$scratch/contents" | sed 's/^.* \.\(\/[^ ]*\)\( -> .*\)*$/\1/' | sort \
    >"$scratch/files-$name"
  mkdir "$scratch/unpacked-$name"
  dpkg-deb -R "$package" "$scratch/unpacked-$name"
  run sh -c "cd '$scratch/unpacked-$name' && md5sum -c --quiet DEBIAN/md5sums"
  expect "$name: md5sums are right" 0
  awk '{ print "/" $2 }' "$scratch/unpacked-$name/DEBIAN/md5sums" | sort >"$scratch/summed"
  (cd "$scratch/unpacked-$name" && find . -path ./DEBIAN -prune -o -type f -print) |
    sed 's/^\.//' | sort >"$scratch/plain"
  run diff "$scratch/plain" "$scratch/summed"
  expect "$name: and there is one of every file" 0
  run grep -E 'Apache-2.0|Tony Bybell' "$scratch/unpacked-$name/usr/share/doc/$name/copyright"
  expect "$name: the licence, and those of what is compiled in" 0 '^Licence: Apache-2.0$' \
    "$(nm build/lockhop | grep -q fstWriterCreate && echo 'Copyright .* Tony Bybell' || echo .)"
done
run sh -c "sort '$scratch'/files-l* | uniq -d | grep ."
expect "no file is in two packages" 1
cat >"$scratch/expected" <<END
/usr/include/lockhop.h
/usr/lib/$multiarch/liblockhop.a
/usr/lib/$multiarch/liblockhop.so
/usr/lib/$multiarch/pkgconfig/lockhop.pc
/usr/share/doc/lockhop-dev/CHANGELOG.md.gz
/usr/share/doc/lockhop-dev/changelog.gz
/usr/share/doc/lockhop-dev/copyright
END
run diff "$scratch/expected" "$scratch/files-lockhop-dev"
expect "lockhop-dev has what a compiler needs, and no more" 0
cat >"$scratch/expected" <<END
/usr/bin/lockhop
/usr/lib/lockhop/libtwins.a
/usr/share/bash-completion/completions/lockhop
/usr/share/doc/lockhop/CHANGELOG.md.gz
/usr/share/doc/lockhop/changelog.gz
/usr/share/doc/lockhop/copyright
/usr/share/lockhop/LICENSE
/usr/share/lockhop/README.md
/usr/share/man/man1/lockhop.1.gz
/usr/share/zsh/vendor-completions/_lockhop
END
grep -vE '^/usr/share/lockhop/(rtl|sim|waves|docs|examples|tb|scripts|cmodel|tests/twin)/' \
  "$scratch/files-lockhop" >"$scratch/others"
grep '^/usr/lib/lockhop/runtime-[0-9a-f]*\.a$' "$scratch/others" >"$scratch/runtime"
grep -vxFf "$scratch/runtime" "$scratch/others" >"$scratch/named"
run diff "$scratch/expected" "$scratch/named"
expect "lockhop has the command, its page, completion and folders" 0
run sh -c "wc -l <'$scratch/runtime'"
expect "and the run-time library of plug-ins" 0 "^$(command -v verilator | grep -c .)\$"
cat >"$scratch/expected" <<END
/usr/lib/$multiarch/liblockhop.so.1
/usr/share/doc/liblockhop1/CHANGELOG.md.gz
/usr/share/doc/liblockhop1/changelog.gz
/usr/share/doc/liblockhop1/copyright
END
run diff "$scratch/expected" "$scratch/files-liblockhop1"
expect "liblockhop1 has the library" 0
git ls-files rtl sim waves docs examples tb 'scripts/plot*.py' 2>/dev/null |
  sed 's|^|/usr/share/lockhop/|' | sort >"$scratch/sources"
run sh -c "comm -23 '$scratch/sources' '$scratch/files-lockhop' | grep ."
expect "no file of these folders is missing" 1
run sh -c "gzip -dc '$scratch/unpacked-lockhop/usr/share/man/man1/lockhop.1.gz' |
  cmp - build/share/lockhop.1"
expect "the page is that of the command" 0

# --- installed ---

cp "$deb" "$dev" "$shared" "$root/tmp/packages/"
debs=$root/tmp/packages
usr=$root/usr
if [ $method = chroot ]; then
  debs=/tmp/packages
  usr=/usr
fi
find "$root/usr" -path "*ockhop*" ! -type d 2>/dev/null | sort >"$scratch/before"
run package_manager -i "$debs/${dev##*/}"
expect "lockhop-dev alone is refused" 1 'depends on lockhop'
package_manager --purge lockhop-dev >/dev/null 2>&1
run package_manager -i "$debs/${shared##*/}" "$debs/${deb##*/}" "$debs/${dev##*/}"
expect "dpkg installs all" 0 'Setting up lockhop-dev'
run inside lockhop --version
expect "the command runs" 0 "^lockhop $version\$"
cache=${debs}/cache
run inside env LOCKHOP_CACHE="$cache" lockhop cosim hypercube:2 random
expect "and makes a lock step with the Verilog of the package" 0 '^PASS$'
run sh -c "ls '$root'/tmp/packages/cache/runtime-*.a"
expect "and its run-time library" 2
if command -v man >/dev/null; then
  run inside man -w lockhop
  expect "man finds the page" 0 '/usr/share/man/man1/lockhop\.1\.gz$'
else
  skip "man finds the page" "no man"
fi
run inside bash -c ". $usr/share/bash-completion/completions/lockhop && complete -p lockhop"
expect "the completion is where bash looks" 0 '_lockhop'
for example in network switch; do
  for kind in "" --static; do
    # shellcheck disable=SC2086 # no word or one
    run inside sh -c "${CC:-gcc} -std=c99 -Wall -Werror ${kind#-} -o $example$kind \
      $usr/share/lockhop/examples/$example.c \$(pkg-config $kind --cflags --libs lockhop)"
    expect "examples/$example.c is built by pkg-config $kind" 0
    inside "./$example$kind" >"$scratch/said" 2>&1
    run diff "tests/golden/example-$example.txt" "$scratch/said"
    expect "and says what it should" 0
  done
done
if [ $method = chroot ]; then
  run inside dpkg -V lockhop liblockhop1 lockhop-dev
  expect "dpkg finds every file as it was" 0
fi
run package_manager --purge lockhop-dev lockhop liblockhop1
expect "dpkg removes all" 0 'Removing lockhop '
find "$root/usr" -path "*ockhop*" ! -type d 2>/dev/null | sort >"$scratch/after"
run diff "$scratch/before" "$scratch/after"
expect "and nothing is left" 0
finish
