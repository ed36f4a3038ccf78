"""One number a word brings in an order that nobody meant; four numbers do not."""

from snippets.running_example import TOKENS, E

numbers = [0, 1, 2]
mean = (numbers[0] + numbers[2]) / 2
print(f"one number each:   mean of The and sat = {mean}, which is {TOKENS[int(mean)]}")

mean = (E[0] + E[2]) / 2
same = [word for word, x in zip(TOKENS, E, strict=True) if (x == mean).all()]
print(f"four numbers each: mean of The and sat = {mean}, which is {same or 'no word'}")
