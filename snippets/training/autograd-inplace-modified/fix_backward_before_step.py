# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8"]
# ///
"""Two losses that share weights: take every gradient first, step the optimizers afterwards.

$ python fix_backward_before_step.py
critic changed: True
generator changed: True
"""

import torch

torch.set_num_threads(1)

if __name__ == "__main__":
    torch.manual_seed(0)
    generator, critic = torch.nn.Linear(4, 8), torch.nn.Linear(8, 1)
    optimizers = [torch.optim.SGD(module.parameters(), lr=0.1) for module in (generator, critic)]
    before = [module.weight.detach().clone() for module in (critic, generator)]

    score = critic(generator(torch.randn(2, 4))).mean()
    score.backward(inputs=list(critic.parameters()), retain_graph=True)  # the critic's own loss
    (-score).backward(inputs=list(generator.parameters()))  # the opposite one, for the generator only
    for optimizer in optimizers:  # no weight has changed until here
        optimizer.step()

    print("critic changed:", not torch.equal(before[0], critic.weight))
    print("generator changed:", not torch.equal(before[1], generator.weight))
