# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8"]
# ///
"""The generator's backward leaves gradients in the critic, which the generator's zero_grad() does not clear.

$ python reproduce_other_optimizer.py
applied gradient off by 0.00 at step 1, 0.81 later
"""

import torch

torch.set_num_threads(1)

if __name__ == "__main__":
    torch.manual_seed(0)
    generator, critic = torch.nn.Linear(4, 8), torch.nn.Linear(8, 1)
    optimizer_g = torch.optim.SGD(generator.parameters(), lr=0.01)
    optimizer_d = torch.optim.SGD(critic.parameters(), lr=0.01)
    ratios = []
    for _ in range(3):
        fake, real = generator(torch.randn(16, 4)), torch.randn(16, 8)
        loss_d = critic(fake.detach()).mean() - critic(real).mean()
        own = torch.autograd.grad(loss_d, critic.weight, retain_graph=True)[0]
        loss_d.backward()
        ratios.append(((critic.weight.grad - own).norm() / own.norm()).item())
        optimizer_d.step()
        optimizer_d.zero_grad()  # too early: the generator's backward comes after it
        optimizer_g.zero_grad()
        (-critic(fake).mean()).backward()  # also fills critic.weight.grad
        optimizer_g.step()
    print(f"applied gradient off by {ratios[0]:.2f} at step 1, {max(ratios):.2f} later")
    raise SystemExit(int(max(ratios) > 0.01))
