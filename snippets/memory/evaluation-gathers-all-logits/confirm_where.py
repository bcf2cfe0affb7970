# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8", "transformers>=5", "accelerate>=1.1"]
# [tool.faultbook]
# timeout = 120
# ///
"""What is kept without a metric, with one, and with eval_accumulation_steps: on the device and in the host's memory.

$ python confirm_where.py
...
no compute_metrics: 0.0 MiB on the device, 0.0 MiB in the host's memory
compute_metrics: 64.0 MiB on the device, 0.0 MiB in the host's memory
and eval_accumulation_steps=2: 8.0 MiB on the device, 56.0 MiB in the host's memory
64 rows x 64 tokens x 4096 numbers x 4 bytes = 64.0 MiB
"""

from watch import Watch, hits, trainer

if __name__ == "__main__":
    lines = []
    for name, more in (
        ("no compute_metrics", {}),
        ("compute_metrics", {"compute_metrics": hits}),
        ("and eval_accumulation_steps=2", {"compute_metrics": hits, "eval_accumulation_steps": 2}),
    ):
        watch = Watch()
        trainer(watch, **more).evaluate()
        lines.append(
            f"{name}: {max(watch.device):.1f} MiB on the device, {max(watch.host):.1f} MiB in the host's memory"
        )
    print("\n".join(lines))
    print(f"64 rows x 64 tokens x 4096 numbers x 4 bytes = {64 * 64 * 4096 * 4 / 2**20:.1f} MiB")
