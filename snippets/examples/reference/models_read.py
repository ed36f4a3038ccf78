"""Where each row of models.yml was read, and what is not confirmed."""

from snippets.records import records

TABLE = [
    {
        "model": model["name"],
        "read in": model["source"],
        "not confirmed": "; ".join(model["unconfirmed"] or ()) or "–",
        "note": " ".join(filter(None, (model["note"], model["second_check"]))) or "–",
    }
    for model in records(
        "models", "name", "source", "unconfirmed", "note", "second_check"
    )
]
