"""One row of one head, step by step: what does The attend to in head 0?"""

import numpy as np

from snippets.multi_head_attention import split_heads
from snippets.running_example import TOKENS, E, two_heads

W_Q, W_K, W_V, W_O = two_heads()
q = split_heads(E @ W_Q, 2)[0, 0]  # head 0, token The
K = split_heads(E @ W_K, 2)[0]  # head 0, all tokens

scores = K @ q
scaled = scores / np.sqrt(2)
powers = np.exp(scaled)
print(f"query of The: {q[0]:.4f} {q[1]:.4f}")
print("key of         numbers          q·k      /√2     exp")
for token, k, s, t, p in zip(TOKENS, K, scores, scaled, powers, strict=True):
    print(f"{token:9} {k[0]:9.4f} {k[1]:8.4f} {s:9.4f} {t:8.4f} {p:7.4f}")
print(f"sum of the exp {powers.sum():37.4f}")
print("weights:", (powers / powers.sum()).round(4))

dot = q.round(4) @ K[0].round(4)  # as on paper, from the rounded numbers above
share = round(powers[0], 4) / round(powers.sum(), 4)
print(f"from rounded numbers: q·k of The {dot:.4f}, its weight {share:.4f}")
