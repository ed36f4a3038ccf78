"""`python -m snippets`: run the examples and write what the pages include."""

import sys

if __name__ == "__main__":
    from snippets._book import stamp

    before = stamp.look()
    changed, message = stamp.changed(before)
    if not changed:
        print(message)
        sys.exit()
    if any(name.startswith(stamp.READ_BY_EXAMPLES) for name in changed):
        from snippets._book import runner

        runner.start_server()
    from snippets._book.cli import main

    sys.exit(main(before=before))
