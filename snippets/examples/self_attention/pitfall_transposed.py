"""Wrong: a square matrix the other way round. Nothing complains."""


from snippets.running_example import E, two_heads
from snippets.self_attention import self_attention

W_Q, W_K, W_V, _ = two_heads()  # (4, 4) each
right = self_attention(E, W_Q, W_K, W_V)[1]
wrong = self_attention(E, W_Q.T, W_K, W_V)[1]
print("right, The:", right[0].round(4))
print("wrong, The:", wrong[0].round(4))
try:
    self_attention(E, W_Q[:, :2].T, W_K[:, :2], W_V)
except ValueError as error:
    print("not square:", error)
