#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: The Lockhop authors

# slurm_node -- a Slurm whose only node is this machine, for a test of job arrays; as root.
#
#     slurm_node.sh start FOLDER    prints the path of its slurm.conf, for SLURM_CONF
#     slurm_node.sh stop FOLDER
set -eu

folder=$2
if [ "$1" = stop ]; then
  for name in slurmd slurmctld munged; do
    [ ! -s "$folder/$name.pid" ] || kill "$(cat "$folder/$name.pid")" 2>/dev/null || :
  done
  exit 0
fi

mkdir -p "$folder/state" "$folder/spool" "$folder/munge"
dd if=/dev/urandom of="$folder/munge/key" bs=1024 count=1 2>/dev/null
chmod 400 "$folder/munge/key"
munged --key-file "$folder/munge/key" --socket "$folder/munge/socket" \
  --pid-file "$folder/munge/pid" --log-file "$folder/munge/log" --seed-file "$folder/munge/seed" \
  --force
ln -sf munge/pid "$folder/munged.pid"
cat >"$folder/slurm.conf" <<END
ClusterName=one
SlurmctldHost=$(hostname -s)(127.0.0.1)
SlurmUser=root
SlurmdUser=root
AuthType=auth/munge
AuthInfo=socket=$folder/munge/socket
StateSaveLocation=$folder/state
SlurmdSpoolDir=$folder/spool
SlurmctldPidFile=$folder/slurmctld.pid
SlurmdPidFile=$folder/slurmd.pid
SlurmctldLogFile=$folder/slurmctld.log
SlurmdLogFile=$folder/slurmd.log
ProctrackType=proctrack/pgid
TaskPlugin=task/none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
ReturnToService=2
MpiDefault=none
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
NodeName=$(hostname -s) NodeAddr=127.0.0.1 CPUs=$(nproc) State=UNKNOWN
PartitionName=main Nodes=ALL Default=YES MaxTime=INFINITE State=UP
END
slurmctld -f "$folder/slurm.conf"
slurmd -f "$folder/slurm.conf"
for _ in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do
  ! SLURM_CONF=$folder/slurm.conf sinfo -h -o %t 2>/dev/null | grep -q idle || {
    echo "$folder/slurm.conf"
    exit 0
  }
  sleep 0.5
done
echo "slurm_node: the node does not become idle" >&2
exit 1
