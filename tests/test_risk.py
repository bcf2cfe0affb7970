"""What a command does is read from its words; what only looks like a command is not."""

import pytest
from hypothesis import given, settings
from hypothesis.strategies import data, from_regex

from faultbook.rules import risk
from faultbook.rules.risk import least_risk
from faultbook.vocabulary import Risk

OTHERS = [
    "nvidia-smi --gpu-reset -i 3",
    "sudo nvidia-smi -r -i 3",
    "nvidia-smi -i 0 -mig 1",
    "nvidia-smi -pl 400",
    "nvidia-smi --lock-gpu-clocks=1200,1500",
    "nvidia-smi drain -p 0000:3b:00.0 -m 1",
    "rocm-smi --gpureset -d 0",
    "sudo reboot",
    "Reboot the host.",
    "shutdown -r now",
    "ipmitool -H bmc chassis power cycle",
    "echo b > /proc/sysrq-trigger",
    "modprobe -r nvidia_uvm && modprobe nvidia_uvm",
    "rmmod nvidia_drm",
    "echo 1 | sudo tee /sys/bus/pci/devices/0000:3b:00.0/remove",
    "setpci -s 3b:00.0 COMMAND=0x02",
    "pkill -9 -f train.py",
    "killall python",
    "fuser -k /dev/nvidia0",
    "fuser -v -k /dev/nvidia*",
    "ray stop --force",
    "kubectl drain gpu-node-03 --ignore-daemonsets",
    "scontrol update nodename=gpu-node-03 state=drain reason=xid",
    "scancel -u alice",
    "sudo systemctl restart nvidia-fabricmanager",
    "systemctl --no-block stop docker",
    "service docker restart",
    "docker restart inference",
    "docker system prune -af",
    "sysctl -w vm.overcommit_memory=1",
    "echo 3 > /proc/sys/vm/drop_caches",
    "dcgmi diag -r 3",
    "mlxconfig -d mlx5_0 set ATS_ENABLED=1",
    "ip link set eth0 down",
    "mount -o remount,size=64g /dev/shm",
    "dd if=/dev/zero of=/dev/nvme0n1",
    "dmesg -C",
    "apt-get -y install cuda-drivers",
]
STATE = [
    "rm -rf ~/.cache/torch",
    "rm checkpoint.pt",
    "find . -name '*.pt' -delete",
    "shutil.rmtree(cache)",
    "Path('x').unlink()",
    "kill 4242",
    "kill -9 $(cat pid)",
    "kill -TERM PID",
    "pgrep train | xargs kill",
    "os.kill(pid, signal.SIGKILL)",
    "scancel 48213",
    "kubectl delete pod train-0",
    "docker rm -f inference",
    "git reset --hard",
]
PROCESS = ["pip install --upgrade torch", "uv pip install vllm", "export NCCL_DEBUG=INFO"]
NOTHING = [
    "nvidia-smi -q -i 3",
    "nvidia-smi -L",
    "nvidia-smi --query-compute-apps=pid,used_memory --format=csv",
    "dmesg -T | grep -E 'reboot|oom-kill|Killed process'",
    "grep -c 'rm -rf /' audit.log",
    "last -x reboot",
    "executor.shutdown(wait=True)",
    "docker run --rm image nvidia-smi",
    "kill_on_error = True",
    "print(torch.cuda.memory_allocated())",
    "systemctl status nvidia-fabricmanager",
    "scontrol show node gpu-node-03",
    "kubectl get pods",
    "dd if=/data/shard of=/dev/null bs=1M",
    "cat /proc/sys/vm/overcommit_memory 2>/dev/null",
    "dcgmi diag -r 1",
    "Model parallelism confirms the arm of the norm.",
    "journalctl -k --since '-2 hours'",
]


@pytest.mark.parametrize(
    ("command", "expected"),
    [
        *((command, Risk.AFFECTS_OTHERS) for command in OTHERS),
        *((command, Risk.LOSES_STATE) for command in STATE),
        *((command, Risk.RESTARTS_PROCESS) for command in PROCESS),
        *((command, None) for command in NOTHING),
    ],
)
def test_a_command_has_at_least_the_risk_of_what_it_does(command, expected):
    found = least_risk(command)

    assert (found[0] if found else None) == expected, found


def test_the_worst_of_several_commands_counts():
    assert least_risk("export A=1\nrm x.pt\nsudo reboot") == (Risk.AFFECTS_OTHERS, "reboot", "restarts or stops a host")


def test_the_table_is_in_the_order_of_risk_so_that_the_first_found_is_the_worst():
    risks = [list(Risk).index(row[0]) for row in risk._DOES]

    assert risks == sorted(risks, reverse=True)


def test_every_row_of_the_table_is_shown_by_a_command():
    shown = {found[2] for command in (*OTHERS, *STATE, *PROCESS) if (found := least_risk(command))}

    assert {row[3] for row in risk._DOES} == shown


@pytest.mark.parametrize("row", risk._DOES, ids=lambda row: row[1].split()[0])
@given(data=data())
@settings(max_examples=60, deadline=None)
def test_whatever_a_row_finds_holds_one_of_its_words(row, data):
    found = data.draw(from_regex(row[2]))

    assert any(word in found for word in row[1].split())
