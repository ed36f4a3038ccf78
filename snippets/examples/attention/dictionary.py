"""A dictionary: the key has to be there, to the letter."""

value = {"The": [1, 0, 1, 0], "cat": [0, 1, 0, 1], "sat": [1, 1, 1, 1]}
for word in ("cat", "cats"):
    try:
        print(f"{word}: {value[word]}")
    except KeyError as error:
        print(f"{word}: KeyError {error}")
