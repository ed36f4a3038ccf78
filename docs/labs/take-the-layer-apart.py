# ---
# title: Take the layer apart
# description: Build a small layer for your own sentence, switch heads off, make one by hand, shuffle the words.
# ---

# %% [markdown]
# # Take the layer apart
#
# Here you build a small multi-head layer for a sentence of your own, look into each head, switch one off,
# make one by hand, and shuffle the words. You need [Multi-Head Attention](../concepts/multi-head-attention.md)
# up to [its code](../concepts/multi-head-attention.md#code), and about half an hour.
#
# Every step asks a question. Answer it before you look at what the cell prints.
#
# ## Your sentence
#
# **Which words shall attend to each other?** Take two to eight, and one of them twice.

# %%
import numpy as np

from snippets.masks import causal_mask
from snippets.multi_head_attention import join_heads, multi_head_attention, split_heads
from snippets.plots import heatmap
from snippets.scaled_dot_product_attention import attention

WORDS = "the cat sat on the mat".split()[:8]
n_tokens = len(WORDS)
print(n_tokens, "tokens:", *WORDS)

# %% [markdown]
# *The* stands in two places: keep an eye on it. What is said below is about this sentence.
#
# ## A vector for each word
#
# Nothing is trained here, so a word gets random numbers, but always the same ones. **In what do the vectors of
# the two *the* differ?**

# %%
n_heads, d_head = 3, 8
d_model = n_heads * d_head


def vector(word):
    """d_model random numbers, drawn with the bytes of the word as the seed."""
    seed = int.from_bytes(word.encode(), "big")
    return np.random.default_rng(seed).normal(0, 1, d_model)


X = np.stack([vector(word) for word in WORDS])
for word, x in zip(WORDS, X, strict=True):
    print(f"{word:8}", *(f"{number:5.2f}" for number in x[:8]), "…")

# %% [markdown]
# In nothing. A vector says which word it is, but not where the word stands. (These are 8 of its 24 numbers.)
#
# ## A layer of three heads
#
# Three heads of width 8 share the width of 24. **Which shapes do the weights `A` and the output `Y` have?**

# %%
rng = np.random.default_rng(5)
W_Q, W_K, W_V, W_O = (rng.normal(0, 0.3, (d_model, d_model)) for _ in range(4))
Y, A = multi_head_attention(X, W_Q, W_K, W_V, W_O, n_heads)
print("X", X.shape, " A", A.shape, " Y", Y.shape)
print("every row of A sums to 1:", np.allclose(A.sum(axis=-1), 1))

# %% [markdown]
# `A` has one map for each head. `Y` has the shape of `X`, so that another layer could follow.
#
# ## What each head looks at
#
# In each map two rows are equal, and two columns. **Which ones, and why?**


# %%
def draw(A, title):
    """One head's map. What each word attends to most becomes the figure's alt text."""
    most = []
    for word, row in zip(WORDS, A, strict=True):
        most.append(f"{word} attends most to {WORDS[row.argmax()]}, {row.max():.2f}")
    heatmap(A, WORDS, title=title).set_label(f"{title}: {'; '.join(most)}.")


for head in range(n_heads):
    draw(A[head], f"head {head}")

# %% [markdown]
# In every head the two *the* ask the same question and give the same answer. The heads differ because their
# matrices do, and they mean nothing, because nobody trained them.
#
# ## Between the maps and the output
#
# To switch off one head, you have to get at its result alone. **What is its shape, and what comes after it?**

# %%
Q, K, V = (split_heads(X @ W, n_heads) for W in (W_Q, W_K, W_V))
Z, _ = attention(Q, K, V)
print("Z", Z.shape)
print("joined, times W_O, it is Y:", np.allclose(join_heads(Z) @ W_O, Y))

# %% [markdown]
# `Z[i]` is what head `i` found, 8 numbers for each word. The cut goes here, before $W_O$.
#
# ## Switch a head off
#
# One head of three falls silent. **Does every word's output change by a third?**


# %%
def without(head):
    """The output of the layer when one head returns only zeros."""
    rest = Z.copy()
    rest[head] = 0
    return join_heads(rest) @ W_O


print("without" + "".join(f"{word:>8}" for word in WORDS))
for head in range(n_heads):
    change = np.linalg.norm(Y - without(head), axis=-1) / np.linalg.norm(Y, axis=-1)
    print(f"head {head} " + "".join(f"{part:8.0%}" for part in change))

# %% [markdown]
# By more. This is the length of the change as a share of the length of the output, and a column sums to more
# than 100 %: the parts of the heads point in different directions and cancel in part.
#
# ## Concatenate, or add
#
# Cut $W_O$ into a block of rows for each head. **Can you tell the change without running the layer again?**

# %%
blocks = np.split(W_O, n_heads)
parts = [Z_i @ W_O_i for Z_i, W_O_i in zip(Z, blocks, strict=True)]
print("the parts add up to Y:", np.allclose(sum(parts), Y))
print("without head 1, it is Y less part 1:", np.allclose(without(1), Y - parts[1]))

# %% [markdown]
# Yes: $\text{Concat}(Z_0, Z_1, Z_2)\, W_O = \sum_i Z_i\, W_O^{(i)}$. To switch off a head is to take its part away,
# and nothing else.
#
# ## A head made by hand
#
# A head shall look one word back, whatever the words are. The vectors do not say where a word stands. **What must
# you add to them, and what do $W_Q$ and $W_K$ do with it?**

# %%
places = np.eye(d_head)[:n_tokens]  # word i has its 1 in column i
X_placed = np.hstack([X, places])  # (n_tokens, d_model + d_head)

below = np.zeros((d_head, d_model))  # rows for the places; so far no head reads them
W_Q_hand, W_K_hand, W_V_hand = (np.vstack([W, below]) for W in (W_Q, W_K, W_V))
columns = slice(2 * d_head, 3 * d_head)  # head 2
W_Q_hand[:, columns] = W_K_hand[:, columns] = 0  # it no longer reads the words
W_Q_hand[d_model:, columns] = 40 * np.eye(d_head)  # word i asks for place i,
W_K_hand[d_model:, columns] = np.eye(d_head, k=1)  # and word j answers to place j + 1

Y_hand, A_hand = multi_head_attention(
    X_placed, W_Q_hand, W_K_hand, W_V_hand, W_O, n_heads
)
print("heads 0 and 1 are as before:", np.allclose(A_hand[:2], A[:2]))
draw(A_hand[2], "head 2, made by hand")

# %% [markdown]
# Query and key meet where `i = j + 1`, which is the diagonal one step down. The first word has nothing before it:
# all its scores are 0, and it spreads its weight evenly.
#
# ## Nobody looks ahead
#
# Now with a causal mask, and with the vectors that have no places. **Which row of a map stays as it was? And are
# the two *the* still equal?**

# %%
mask = causal_mask(n_tokens)
Y_causal, A_causal = multi_head_attention(X, W_Q, W_K, W_V, W_O, n_heads, mask=mask)
same = [word for i, word in enumerate(WORDS) if np.allclose(A_causal[:, i], A[:, i])]
print("rows as before, in all heads:", *same)
draw(A_causal[1], "head 1, causal")

# %% [markdown]
# Only the last word's, which saw everything anyway; the first sees itself alone. And the two *the* now differ,
# though their vectors do not: the mask knows which came first.
#
# ## Shuffle the words
#
# The same words in another order, for three layers: the plain one, the one with the mask, the one with the head
# made by hand. **Which of them notice?**

# %%
order = np.random.default_rng(0).permutation(n_tokens)
print("now:", *(WORDS[i] for i in order))


def moved(Y_shuffled, Y):
    """The length of all changes as a share of the length of all outputs."""
    return f"{np.linalg.norm(Y_shuffled - Y[order]) / np.linalg.norm(Y):.0%}"


X_moved = X[order]
plain, _ = multi_head_attention(X_moved, W_Q, W_K, W_V, W_O, n_heads)
causal, _ = multi_head_attention(X_moved, W_Q, W_K, W_V, W_O, n_heads, mask=mask)
hand, A_moved = multi_head_attention(
    np.hstack([X_moved, places]), W_Q_hand, W_K_hand, W_V_hand, W_O, n_heads
)
print("plain:         ", moved(plain, Y))
print("causal mask:   ", moved(causal, Y_causal))
print("made by hand:  ", moved(hand, Y_hand))
print("map of head 2 as before:", np.allclose(A_moved[2], A_hand[2]))

# %% [markdown]
# Two. Without places and without a mask, a word gets the same result wherever it stands. The head made by hand
# even keeps its map, cell for cell: it looks at places and never at words.
#
# ## Three things to try
#
# 1. Put in a sentence of your own. Before you run it: which rows will be equal? Which of the percentages above
#    cannot change?
# 2. Make head 2 look one word *ahead*, then *two* words back. Then turn the 40 down until the word before gets
#    less than half of the weight. Why does it take so large a number?
# 3. Make head 1 look for its own word: give it the same columns in $W_K$ as in $W_Q$, and draw its map. How much
#    can *the* give to one of its two places at most?
