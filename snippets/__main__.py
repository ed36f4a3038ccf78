"""`python -m snippets`: run the examples and write what the pages include."""

import sys

if __name__ == "__main__":
    from snippets._book.cli import main

    sys.exit(main())
