# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8", "transformers>=5"]
# ///
"""The files stay, and each call says where to stop.

$ python fix_stop_in_request.py
5 6 7 9 ...: 4 of 40 tokens used, end of turn written 1 times
"""

from turns import END_OF_TEXT, END_OF_TURN, answer, model

if __name__ == "__main__":
    raise SystemExit(answer(model(), eos_token_id=[END_OF_TEXT, END_OF_TURN]))
