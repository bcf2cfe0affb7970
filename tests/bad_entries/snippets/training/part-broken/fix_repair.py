# /// script
# requires-python = ">=3.11"
# dependencies = []
# [tool.faultbook]
# timeout = 5
# ///
"""Pass.

$ python fix_repair.py
ok
"""

print("ok"
