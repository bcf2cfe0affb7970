# /// script
# requires-python = ">=3.11"
# dependencies = []
# [tool.faultbook]
# timeout = 
# ///
"""Pass.

$ python reproduce.py
ok
"""

print("ok")
