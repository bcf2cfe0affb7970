# /// script
# requires-python = ">=3.11"
# dependencies = []
# ///
"""Pass.

$ python fix_repair.py
ok
"""

print("ok")
