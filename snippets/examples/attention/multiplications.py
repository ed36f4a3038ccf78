"""Work for one query by the number of keys, and for as many queries as keys."""

d_k = d_v = 64
TABLE = []
for n_keys in (10, 100, 1000):
    TABLE.append({
        "keys": n_keys,
        "one query, dot products": n_keys * d_k,
        "one query, average": n_keys * d_v,
        "as many queries as keys, both": n_keys * n_keys * (d_k + d_v),
        "weights": n_keys * n_keys,
    })
