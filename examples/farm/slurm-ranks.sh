#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The Lockhop authors

# slurm-ranks -- one run over the ranks of a job of Slurm.  docs/scale.md.
#
#     sbatch --wait --ntasks=16 --nodes=4 slurm-ranks.sh run SPEC TRAFFIC [OPTIONS]
set -eu

exec srun --mpi=pmix "${LOCKHOP_MPI:-lockhop-mpi}" "$@"
