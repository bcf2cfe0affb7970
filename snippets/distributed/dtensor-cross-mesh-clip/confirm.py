# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8"]
# [tool.faultbook]
# env = {GLOO_SOCKET_IFNAME = "lo", OMP_NUM_THREADS = "1"}
# ///
"""Over which meshes do the gradients lie? More than one line means that one call cannot take them all.

$ python confirm.py
('dp',): 1 gradient
('ep',): 1 gradient
"""

from collections import Counter

from two_meshes import parameters, start_alone

if __name__ == "__main__":
    start_alone()
    for names, number in Counter(p.grad.device_mesh.mesh_dim_names for p in parameters(1)).items():
        print(f"{names}: {number} gradient")
