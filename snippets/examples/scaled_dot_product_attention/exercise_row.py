"""Exercise: the row of sat, and the usual wrong answers."""


from snippets.running_example import E
from snippets.scaled_dot_product_attention import attention

Y, A = attention(E, E, E)
print("dot products:  ", E @ E[2])
print("divided by √4: ", A[2].round(4), "-> output", Y[2].round(4))
print("not divided:   ", attention(E, E, E, scale=1)[1][2].round(4))
print("divided by 4:  ", attention(E, E, E, scale=1 / 4)[1][2].round(4))
