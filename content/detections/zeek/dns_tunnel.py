from margay_text import entropy

SHORTEST = 30
LEAST_ENTROPY = 3.5


def _parts(event):
    """(name below the domain, domain): the last two labels count as the domain."""
    labels = (event.get("query") or "").rstrip(".").lower().split(".")
    return "".join(labels[:-2]), ".".join(labels[-2:])


def rule(event):
    hidden, domain = _parts(event)
    if len(hidden) < SHORTEST or domain.endswith(".arpa"):
        return False
    return entropy(hidden) >= LEAST_ENTROPY


def unique(event):
    return event.get("query")


def dedup(event):
    return f"{event.get('id_orig_h')}:{_parts(event)[1]}"


def title(event):
    return f"{event.get('id_orig_h')} may be sending data through names of {_parts(event)[1]}"


def alert_context(event):
    return {
        "source_ip": event.get("id_orig_h"),
        "domain": _parts(event)[1],
        "example": event.get("query"),
        "record": event.get("qtype_name"),
    }
