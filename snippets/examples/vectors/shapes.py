"""What the axes are: along which one adds, and what is left."""

from snippets.running_example import E
from snippets.vectors import norm

cat = E[1]
print("one word              E[1]            ", cat.shape)
print("the same as one row   E[1:2]          ", E[1:2].shape)
print("three words           E               ", E.shape)
print("sum over the words    E.sum(axis=0)   ", E.sum(axis=0).shape, E.sum(axis=0))
print("sum over the numbers  E.sum(axis=1)   ", E.sum(axis=1).shape, E.sum(axis=1))
print("norm of each word     norm(E)         ", norm(E).shape, norm(E).round(4))
print("one beside each row   norm(E)[:, None]", norm(E)[:, None].shape)
