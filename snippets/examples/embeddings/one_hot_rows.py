"""One-hot rows: all words are equally long, and no two of them are at all alike."""

from snippets.embeddings import one_hot

H = one_hot([0, 1, 2], n_words=3)
print("The, cat, sat:")
print(H)
print("dot products of the rows:")
print(H @ H.T)
