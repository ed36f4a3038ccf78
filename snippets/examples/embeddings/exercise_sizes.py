"""Exercise: shapes and costs for 10 tokens, 32,000 words and 512 numbers each."""

n_tokens, n_words, d_model = 10, 32_000, 512
print("H", (n_tokens, n_words))
print("E", (n_words, d_model))
print("X", (n_tokens, d_model))
print(f"product: {n_tokens * n_words * d_model:,} multiplications")
print(f"lookup:  {n_tokens * d_model:,} numbers copied, no multiplication")
print(f"one token only: {n_words * d_model:,}")
print(f"numbers in H:   {n_tokens * n_words:,}")
