# ---
# title: From words to weights
# description: The whole path in one notebook, from one-hot words over dot products and softmax to self-attention.
# ---

# %% [markdown]
# # From words to weights
#
# Here you take a sentence of your own all the way: from numbered words to vectors, from vectors to scores, from
# scores to weights, and from weights to self-attention. Each step uses the function of one page, from
# [Vectors](../concepts/vectors.md) to [Self-attention](../concepts/self-attention.md). It takes about half an hour.
#
# Every step asks a question. Answer it before you look at what the cell prints.
#
# ## Your sentence
#
# A model knows words by their numbers. **Which two places of this sentence get the same number?**

# %%
import numpy as np

from snippets.attention import lookup, weighted_average
from snippets.dot_product import cosine, dot
from snippets.embeddings import embed, one_hot
from snippets.plots import heatmap
from snippets.probability import entropy
from snippets.scaled_dot_product_attention import attention
from snippets.self_attention import project, self_attention
from snippets.softmax import softmax
from snippets.vectors import norm

WORDS = "the cat sat on the mat".split()[:8]
VOCABULARY = sorted(set(WORDS))
n_tokens, n_words = len(WORDS), len(VOCABULARY)
ids = np.array([VOCABULARY.index(word) for word in WORDS])
print(*(f"{word} {number}" for word, number in zip(WORDS, ids, strict=True)), sep="   ")

# %% [markdown]
# The two *the*. (What is said below is about this sentence.)
#
# ## One-hot
#
# Each number becomes a row with a single 1. **How alike are two different words now?**

# %%
H = one_hot(ids, n_words)
print(H.astype(int))
alike = dot(H, H)
print("cat with mat:", alike[1, 5], " the with the:", alike[0, 4])

# %% [markdown]
# Not at all, whichever two you take: one-hot rows know nothing but "same" and "not the same".
#
# ## A row of the table
#
# Now a table with a row of 16 numbers for each word. Nothing is trained here, so they are random. **What is
# `H @ table`, and which rows of it are equal?**

# %%
d_model = 16
table = np.random.default_rng(3).normal(size=(n_words, d_model))
X = embed(ids, table)
print("X", X.shape, " the same as H @ table:", np.array_equal(H @ table, X))
equal = [(i, j) for i in range(n_tokens) for j in range(i) if (X[i] == X[j]).all()]
print("equal rows:", equal)

# %% [markdown]
# It picks rows out of the table, so it is the lookup, written as a product. The two *the* are one row.
#
# ## Who agrees with whom
#
# All dot products at once. **Where do the largest numbers stand, and what have they to do with the lengths?**

# %%
products = dot(X, X)
print("        length" + "".join(f"{word:>7}" for word in WORDS))
for word, length, row in zip(WORDS, norm(X), products, strict=True):
    print(f"{word:8}{length:6.2f}" + "".join(f"{number:7.1f}" for number in row))

# %% [markdown]
# On the diagonal, and between the two *the*: there stand the squared lengths. The rest is chance, as large as
# $\sqrt{16} = 4$ as a rule. The table is symmetric.
#
# ## Take something of each
#
# *sat* takes half of *cat* and half of *mat*. **Which words is the mixture like?** And what would a hard lookup take?

# %%
half = np.zeros(n_tokens)
half[[1, 5]] = 0.5
mixture = weighted_average(half, X)
for word, angle in zip(WORDS, cosine(mixture[None], X)[0], strict=True):
    print(f"{word:4} {angle:5.2f}")
taken = (X == lookup(mixture, X, X)).all(axis=-1)
print("hard lookup takes", WORDS[taken.argmax()])

# %% [markdown]
# Like these two, and hardly like any other. A hard lookup has to choose, and takes one.
#
# ## How many words is that?
#
# Entropy measures how spread out weights are, and two to the power of it gives a number of words. **What is it for
# all on one word, for two halves, for an even row?**

# %%
for name, weights in (
    ("all on one", np.eye(n_tokens)[2]),
    ("two halves", half),
    ("even", np.full(n_tokens, 1 / n_tokens)),
):
    bits = entropy(weights)
    print(f"{name:10}  {bits:.2f} bits, {2**bits:.1f} words")

# %% [markdown]
# One, two and six words. Between these lies whatever softmax gives.
#
# ## From scores to weights
#
# Softmax of the dot products, as they are. **Over how many words does a row spread?**


# %%
def show(A):
    """For each word how many words its row is spread over, and which it likes best."""
    for word, row in zip(WORDS, A, strict=True):
        best = f"{WORDS[row.argmax()]} {row.max():.4f}"
        print(f"{word:4} {2 ** entropy(row):.2f} words, most to {best}")


show(softmax(products))

# %% [markdown]
# Hardly any word sees another. *the* sees two words, but both are *the*.
#
# ## Divided by the root of the width
#
# **How many words is it now?** Take a guess for *the*, too.

# %%
Y, A = attention(X, X, X)
divided = products / np.sqrt(d_model)
print("the same by softmax:", np.allclose(A, softmax(divided)))
show(A)

# %% [markdown]
# A little more, but each word still prefers itself, or its double. The root makes up for the width of vectors that
# have nothing to do with each other. A word and itself have everything to do with each other: their product grows
# with the width, not with its root.
#
# ## Questions of their own
#
# So let the words ask with something else. Three random matrices, as a model has them before training. **Is the
# table of scores still symmetric? Does each word still prefer itself?**

# %%
d_k = 8
rng = np.random.default_rng(5)
W_Q, W_K, W_V = (rng.normal(size=(d_model, d_k)) / np.sqrt(d_model) for _ in range(3))
Q, K, V = project(X, W_Q, W_K, W_V)
scores = dot(Q, K) / np.sqrt(d_k)
Y, A = self_attention(X, W_Q, W_K, W_V)
print("symmetric:", np.allclose(scores, scores.T))
print("softmax of the scores:", np.allclose(A, softmax(scores)))
show(A)

# %% [markdown]
# No, and most do not. The preferences are random, like the matrices.
#
# ## A question made by hand
#
# *sat* shall look for *cat*, and every other word for itself. Which $W_Q$ does that? The rows of the table are
# independent, so there is a matrix that sends each word to any query that you like. **What must the query of *sat*
# be, if keys are the words themselves?**

# %%
sat, cat = VOCABULARY.index("sat"), VOCABULARY.index("cat")
wanted = table.copy()  # every word asks for itself,
wanted[sat] = table[cat]  # but sat asks for cat
W_Q_hand = np.linalg.pinv(table) @ wanted  # solves table @ W_Q_hand = wanted
print("each word gets the query wanted:", np.allclose(table @ W_Q_hand, wanted))

W_K_hand = W_V_hand = np.eye(d_model)
Y_hand, A_hand = self_attention(X, W_Q_hand, W_K_hand, W_V_hand)
own = (A_hand * (ids[:, None] == ids)).sum(axis=-1)  # to itself and its double
heatmap(A_hand, WORDS, title="sat looks for cat").set_label(
    f"Weights with a W_Q made by hand: sat gives cat {A_hand[2, 1]:.2f} and itself "
    f"{own[2]:.2f}; each other word gives itself and its double at least "
    f"{np.delete(own, 2).min():.2f}."
)

# %% [markdown]
# The row of *cat*. In the running example this was impossible: there *sat* is *The* plus *cat*, and its query is
# the sum of theirs. Training finds such matrices by small steps, for thousands of words at once, as well as it can.
#
# ## Another order
#
# Shuffle the words. **What does *sat* get now, and which *the* gets what?**

# %%
order = np.random.default_rng(0).permutation(n_tokens)
print("now:", *(WORDS[i] for i in order))
Y_moved, A_moved = self_attention(X[order], W_Q_hand, W_K_hand, W_V_hand)
print("outputs moved with their words:", np.allclose(Y_moved, Y_hand[order]))
print("and so did rows and columns:", np.allclose(A_moved, A_hand[order][:, order]))

# %% [markdown]
# The same as before, and both *the* get the same. Whatever is to depend on places has to come in from outside.
#
# ## Three things to try
#
# 1. Put in a sentence of your own (with *sat* and *cat*, or change the two names). Which of the answers above stay?
# 2. Make the table 512 wide. What becomes of the rows without the division, and with it?
# 3. Let *cat* look for *sat* as well. Then look at a text that contains *cat* twice: how much can each get?
#
# Next: [Multi-Head Attention](../concepts/multi-head-attention.md), several of these side by side, and
# [a lab that takes it apart](../labs/take-the-layer-apart.py).
