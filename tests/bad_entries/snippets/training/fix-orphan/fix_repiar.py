# /// script
# requires-python = ">=3.11"
# dependencies = []
# ///
"""Pass.

$ python fix_repiar.py
ok
"""

print("ok")
