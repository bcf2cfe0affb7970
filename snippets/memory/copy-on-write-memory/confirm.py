# /// script
# requires-python = ">=3.11"
# dependencies = ["torch>=2.8", "numpy"]
# ///
"""What is it that is copied? The counters: each object begins with one, and a look at the object changes it.

$ python confirm.py
references while nobody looks: ...
references while somebody looks: one more
bytes between two names in memory: less than a page, True
"""

import sys

from names import PAGE, file_names

if __name__ == "__main__":
    names = file_names()[:1000]
    alone = sys.getrefcount(names[500])
    looking = names[500]
    print("references while nobody looks:", alone)
    print("references while somebody looks:", "one more" if sys.getrefcount(looking) > alone else "as before")
    apart = abs(id(names[501]) - id(names[500]))
    print("bytes between two names in memory: less than a page,", apart < PAGE)
