# /// script
# requires-python = ">=3.11"
# dependencies = []
# [tool.faultbook]
# tiemout = 5
# ///
"""Pass.

$ python confirm.py
ok
"""

print("ok")
