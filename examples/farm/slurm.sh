#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The Lockhop authors

# slurm -- a check as an array of jobs of Slurm: every task makes its share of the runs, and this
# script judges when all have ended.  The folder must be seen by all nodes.  docs/jobs.md.
#
#     slurm.sh TASKS FOLDER SPEC [OPTIONS OF lockhop check]
set -eu

tasks=${1:?slurm.sh needs TASKS}
folder=${2:?slurm.sh needs a FOLDER}
spec=${3:?slurm.sh needs a SPEC}
shift 3
lockhop=${LOCKHOP:-lockhop}

mkdir -p "$folder"
"$lockhop" check "$spec" "$@" --plan >"$folder/plan.jsonl"
sbatch --wait --array="1-$tasks" --output="$folder/task-%a.log" --export=ALL --wrap "
  $lockhop jobs '$folder/plan.jsonl' --jobs 1 --shard \$SLURM_ARRAY_TASK_ID/$tasks \
    -o '$folder/results-'\$SLURM_ARRAY_TASK_ID.jsonl --resume" >&2
"$lockhop" check "$spec" "$folder"/results-*.jsonl "$@" --judge
