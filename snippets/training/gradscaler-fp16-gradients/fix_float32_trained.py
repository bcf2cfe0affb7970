# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8"]
# ///
"""What is trained becomes float32; the frozen body stays in float16, and autocast joins the two.

$ python fix_float32_trained.py
float16: 272 frozen, float32: 17 trained
trained in torch.float32: loss ... to ...
the loss fell: True
"""

from finetune import model, train

if __name__ == "__main__":
    net = model()
    for parameter in net.parameters():
        if parameter.requires_grad:
            parameter.data = parameter.data.float()
    frozen = sum(p.numel() for p in net.parameters() if not p.requires_grad)
    trained = sum(p.numel() for p in net.parameters() if p.requires_grad)
    print(f"float16: {frozen} frozen, float32: {trained} trained")
    losses = train(net)
    print("the loss fell:", losses[-1] < losses[0])
