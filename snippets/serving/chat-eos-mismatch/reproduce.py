# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8", "transformers>=5"]
# ///
"""The model ends its turn, and generation goes on, since it waits for another token.

$ python reproduce.py
5 6 7 9 4 5 6 7 ...: 40 of 40 tokens used, end of turn written 8 times
"""

from turns import answer, model

if __name__ == "__main__":
    raise SystemExit(answer(model()))
