#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The Lockhop authors

# parallel -- a check spread by GNU parallel over the cores of this machine, or over the machines
# that PARALLEL_HOSTS names ("1/host1,1/host2"), which see this folder at the same place.
# docs/jobs.md.
#
#     parallel.sh SPEC [OPTIONS OF lockhop check]
set -eu

spec=${1:?parallel.sh needs a SPEC}
shift
lockhop=${LOCKHOP:-lockhop}

"$lockhop" check "$spec" "$@" --plan |
  parallel ${PARALLEL_HOSTS:+--sshlogin "$PARALLEL_HOSTS" --workdir .} --pipe -N 20 \
    "$lockhop" jobs |
  "$lockhop" check "$spec" - "$@" --judge
