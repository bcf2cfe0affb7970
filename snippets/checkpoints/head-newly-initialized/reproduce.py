# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8", "transformers>=5"]
# ///
"""Only the encoder of a trained classifier was saved; loaded as a classifier, its head is random, each time anew.

$ python reproduce.py
...
classifier.weight | MISSING |...
...
- MISSING:...those params were newly initialized because missing from the checkpoint. ...
two loads of the same files differ by ... in their scores
"""

from tiny import classifier, compare

if __name__ == "__main__":
    classifier().bert.save_pretrained("saved")  # the encoder alone: an easy slip with .bert, .model or .base_model
    raise SystemExit(compare("saved"))
