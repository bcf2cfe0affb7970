# /// script
# requires-python = ">=3.11"
# dependencies = []
# ///
"""Pass.

$ python confirm.py
ok
"""

print("ok")
