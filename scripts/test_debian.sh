#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The Lockhop authors

# test_debian -- `make demo` and `make test` on a bare Debian, each in a clean checkout of HEAD.
#
#     scripts/test_debian.sh [--keep] SUITE [COMMAND...]      as root; SUITE: bookworm, trixie, ...
#
# The Debian is made by debootstrap in a new folder of build/, with no more than git, make and
# certificates; `make` installs the rest.  COMMAND, instead of those two: each is a line for sh, and
# has a checkout of its own.  What is said is in build/debian/SUITE-N.log; printed are the last line
# and the seconds of each.  The folder is removed in the end, but with --keep.
#
# How this machine reaches the network is what the other system is told: resolv.conf, the Acquire
# settings of apt, certificates, pip's configuration, and proxies of the environment.  MIRROR, in
# the environment, is where debootstrap finds Debian, if not where it looks by itself.
#
# Exit status: 0; 1 a command failed; 2 wrong usage; 3 such a system cannot be made here.
set -eu

die() {
  status=$1
  shift
  echo "test_debian: $*" >&2
  exit "$status"
}

# carry_settings: this machine's way into the network, for the system in $root.
carry_settings() {
  cp -L /etc/resolv.conf "$root/etc/resolv.conf"
  apt-config dump Acquire 2>/dev/null >"$root/etc/apt/apt.conf.d/90host" || :
  for file in /usr/local/share/ca-certificates/*.crt; do
    [ ! -e "$file" ] || cp "$file" "$root/usr/local/share/ca-certificates"
  done
  chroot "$root" update-ca-certificates >/dev/null 2>&1
  [ ! -e /etc/pip.conf ] || cp /etc/pip.conf "$root/etc/pip.conf"
  if [ -e "$HOME/.config/pip" ]; then
    mkdir -p "$root/root/.config"
    cp -RL "$HOME/.config/pip" "$root/root/.config/pip"
  fi
}

# in_root COMMAND...: there, with the proxies of the environment and nothing else of it.
in_root() {
  for name in http_proxy https_proxy no_proxy HTTP_PROXY HTTPS_PROXY NO_PROXY; do
    eval "value=\${$name-}"
    [ -z "$value" ] || set -- "$name=$value" "$@"
  done
  chroot "$root" env -i HOME=/root LANG=C.UTF-8 \
    PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin "$@"
}

# make_system: Debian's $suite in $root.  debootstrap has proxies from the environment alone.
make_system() {
  proxy=$(apt-config dump Acquire::http::Proxy 2>/dev/null |
    sed -n 's/^Acquire::http::Proxy "\(http.*\)";$/\1/p')
  if [ -n "$proxy" ] && [ -z "${http_proxy-}" ]; then
    export http_proxy="$proxy"
  fi
  debootstrap --variant=minbase --include=git,make,ca-certificates "$suite" "$root" \
    ${MIRROR:+"$MIRROR"} >"$logs/$suite-0.log" 2>&1 || {
    tail -n 5 "$logs/$suite-0.log" >&2
    die 3 "debootstrap cannot make '$suite', see $logs/$suite-0.log"
  }
  carry_settings
  mkdir -p "$root/dev/pts" "$root/dev/shm"
  mount -t proc proc "$root/proc"
  mount -t devpts -o newinstance,ptmxmode=0666 devpts "$root/dev/pts"
  mount -t tmpfs -o mode=1777 tmpfs "$root/dev/shm"
}

# run NUMBER COMMAND: in a checkout of its own.  The last line of `make test` says what failed; its
# exit status counts too.
run() {
  log=$logs/$suite-$1.log
  git clone -q --no-hardlinks . "$root/src/$1" || die 3 "HEAD cannot be checked out"
  before=$(date +%s)
  ended=0
  in_root sh -c "cd /src/$1 && $2" >"$log" 2>&1 </dev/null || ended=$?
  echo "$suite: $2: $(($(date +%s) - before)) s, exit status $ended: $(tail -n 1 "$log")"
  [ "$ended" -eq 0 ]
}

# What follows is in a namespace of mounts, and of processes, that ends with it: however it ends,
# nothing stays mounted or running, and the folder can be removed.
if [ "${1-}" = --inside ]; then
  root=$2
  logs=$3
  suite=$4
  shift 4
  make_system
  failed=0
  number=0
  for command; do
    number=$((number + 1))
    run "$number" "$command" || failed=1
  done
  exit "$failed"
fi

keep=
if [ "${1-}" = --keep ]; then
  keep=yes
  shift
fi
case ${1-} in
'' | -*)
  echo "usage: test_debian.sh [--keep] SUITE [COMMAND...]" >&2
  exit 2
  ;;
esac
suite=$1
shift
[ $# -gt 0 ] || set -- "make demo" "make test"

[ "$(id -u)" -eq 0 ] || die 3 "only root can make a system of its own: run it with sudo"
for tool in debootstrap unshare git; do
  command -v "$tool" >/dev/null || die 3 "$tool is missing: apt-get install $tool"
done
unshare --mount --pid --fork true 2>/dev/null || die 3 "this root may not mount, as in a container"

cd "$(dirname "$0")/.."
[ -z "$(git status --porcelain)" ] || echo "test_debian: what is not committed is not tested" >&2
logs=build/debian
mkdir -p "$logs"
root=$(mktemp -d "$PWD/$logs/$suite.XXXXXX")
chmod 755 "$root"

# The mounts are not here but in the namespace; should there be one, it is not followed.
# shellcheck disable=SC2317 # called by trap
end() {
  if [ -n "$keep" ]; then
    echo "test_debian: the system is in $root" >&2
  else
    rm -rf --one-file-system "$root"
  fi
}
trap end EXIT
unshare --mount --propagation private --pid --fork --kill-child \
  "$0" --inside "$root" "$logs" "$suite" "$@" &
trap 'kill -KILL $!; wait; exit 130' HUP INT TERM
status=0
wait $! || status=$?
exit "$status"
