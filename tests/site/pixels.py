"""Colours as numbers, and pictures of a page as arrays of them."""

import io
import re

import numpy as np
from PIL import Image


def numbers(colour):
    """[red, green, blue, opacity] of a computed colour."""
    found = [float(one) for one in re.findall(r"[\d.]+", colour)]
    return found if len(found) == 4 else [*found, 1.0]


def luminance(rgb):
    part = np.asarray(rgb, dtype=float)[..., :3] / 255
    linear = np.where(part <= 0.04045, part / 12.92, ((part + 0.055) / 1.055) ** 2.4)
    return linear @ [0.2126, 0.7152, 0.0722]


def contrast(one, other):
    """The ratio that WCAG defines, from 1 to 21, of colours or of arrays of them."""
    a, b = luminance(one), luminance(other)
    return (np.maximum(a, b) + 0.05) / (np.minimum(a, b) + 0.05)


def picture(shown, **settings):
    """What a page or a part of it shows, as an array (height, width, 3)."""
    with Image.open(io.BytesIO(shown.screenshot(**settings))) as image:
        return np.asarray(image.convert("RGB"))
