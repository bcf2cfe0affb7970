# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8"]
# ///
"""Two losses share weights, and the first optimizer step changes them before the second backward.

$ python reproduce_optimizer_step.py
Traceback (most recent call last):
...
RuntimeError: one of the variables needed for gradient computation has been modified by an inplace operation: ...
"""

import torch

torch.set_num_threads(1)

if __name__ == "__main__":
    generator, critic = torch.nn.Linear(4, 8), torch.nn.Linear(8, 1)
    generator_optimizer = torch.optim.SGD(generator.parameters(), lr=0.1)
    critic_optimizer = torch.optim.SGD(critic.parameters(), lr=0.1)

    score = critic(generator(torch.randn(2, 4))).mean()
    score.backward(retain_graph=True)
    critic_optimizer.step()  # writes critic.weight, which the graph of `score` still needs
    (-score).backward()
    generator_optimizer.step()
