"""Settings that all tests share."""

from hypothesis import settings

# The same draws on every run and machine, so that a red test stays red; no deadline, since slow is not wrong.
settings.register_profile("chapter", derandomize=True, deadline=None)
settings.load_profile("chapter")
