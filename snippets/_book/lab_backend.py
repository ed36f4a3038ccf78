"""Matplotlib backend of the process that runs a lab: after each cell, its figures become SVG with alt text.

In a reader's own Jupyter the same cells draw with whatever backend is in use there.
"""

import matplotlib.pyplot as plt
from IPython import get_ipython
from IPython.display import publish_display_data
from matplotlib.backends.backend_svg import FigureCanvas  # noqa: F401 (a backend is a module that has this name)

from snippets._book.worker import save  # importing it also sets fonts, colours and sizes

FIGURE = "application/vnd.chapter.figure+json"


def publish():
    """Hand over all open figures and close them. A figure without alt text is an error of the cell."""
    numbers = plt.get_fignums()
    try:
        for number in numbers:
            publish_display_data({FIGURE: save(plt.figure(number))})
    finally:
        plt.close("all")


get_ipython().events.register("post_execute", publish)
