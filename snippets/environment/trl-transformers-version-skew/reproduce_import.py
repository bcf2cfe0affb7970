# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8", "transformers>=5", "accelerate>=1.1"]
# [tool.faultbook]
# timeout = 120
# ///
"""The line with which peft 0.17.1 begins, under transformers 5: any program that imports that peft stops here.

$ python reproduce_import.py
Traceback (most recent call last):
...
ImportError: cannot import name 'HybridCache' from 'transformers' (...)
"""

from transformers import Cache, DynamicCache, EncoderDecoderCache, HybridCache, PreTrainedModel

if __name__ == "__main__":
    print(Cache, DynamicCache, EncoderDecoderCache, HybridCache, PreTrainedModel)
