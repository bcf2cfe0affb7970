# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8", "transformers>=5"]
# ///
"""With pad = eos the usual collator leaves the end of the text out of the labels; with a token of its own it does not.

$ python confirm_pad_is_eos.py
pad = </s>: labels of the longest text [2, 3, 4, 5, -100]
pad = <pad>: labels of the longest text [2, 3, 4, 5, 1]
"""

from transformers import DataCollatorForLanguageModeling
from words import tokenizer

if __name__ == "__main__":
    for pad in ("</s>", "<pad>"):
        tok = tokenizer(pad_token=pad)
        rows = [tok(text) for text in ("the job has stopped </s>", "stopped </s>")]
        batch = DataCollatorForLanguageModeling(tok, mlm=False)(rows)
        print(f"pad = {pad}: labels of the longest text {batch['labels'][0].tolist()}")
