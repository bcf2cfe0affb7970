# /// script
# requires-python = ">=3.11"
# dependencies = ["nvidia-nccl-cu12==2.32.3"]
# [tool.faultbook]
# targets = ["cpu"]
# group = "heavy"
# timeout = 60
# env = {NCCL_SOCKET_IFNAME = "eth,ens,bond,lo", NCCL_DEBUG = "INFO"}
# ///
"""One list for hosts of several kinds: a prefix that fits none here is passed over. lo stands for this host's kind.

$ python fix_list_of_prefixes.py
...NCCL_SOCKET_IFNAME set by environment to eth,ens,bond,lo
...Bootstrap: Using lo:127.0.0.1<0>...
"""

import nccl

if __name__ == "__main__":
    nccl.main()
