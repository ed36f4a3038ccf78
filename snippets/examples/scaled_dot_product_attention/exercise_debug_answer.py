"""Exercise: what was divided by, and what should have been."""


from snippets.running_example import E
from snippets.scaled_dot_product_attention import attention

n_keys, d_k = E.shape
print(f"len(K) is the number of keys, {n_keys}; the width is K.shape[-1], {d_k}")
print("divided by √3:", attention(E, E, E, scale=3**-0.5)[1][0].round(4))
print("divided by √4:", attention(E, E, E)[1][0].round(4))
