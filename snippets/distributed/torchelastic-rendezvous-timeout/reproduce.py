# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8"]
# [tool.faultbook]
# timeout = 120
# env = {GLOO_SOCKET_IFNAME = "lo", OMP_NUM_THREADS = "1", TORCH_CPP_LOG_LEVEL = "ERROR", PET_LOCAL_ADDR = "127.0.0.1"}
# ///
"""The job wants two nodes and one agent was started; it gives up after the join time-out, here 2 s instead of 600.

$ torchrun --nnodes=2 --nproc-per-node=1 --rdzv-backend=c10d --rdzv-id=1 --rdzv-endpoint=localhost:0 --rdzv-conf=join_timeout=2 reproduce.py
...
torch.distributed.elastic.rendezvous.api.RendezvousTimeoutError...
"""  # noqa: E501

if __name__ == "__main__":
    print("never reached")
