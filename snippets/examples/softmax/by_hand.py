"""Scores 2 ln 1, 2 ln 2 and 2 ln 5 become the weights 1/8, 1/4 and 5/8."""

import numpy as np

from snippets.running_example import TOKENS

S = 2 * np.log([1, 2, 5])
scaled = S / 2
powers = np.exp(scaled)
print("token  score    half   exp   weight")
for token, s, t, p in zip(TOKENS, S, scaled, powers, strict=True):
    print(f"{token:5} {s:6.4f}  {t:6.4f}  {p:4.2f}  {p / powers.sum():7.4f}")
print(f"sum of the exp {powers.sum():7.2f}")
