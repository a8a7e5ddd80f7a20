from margay_github import actor, context, is_true, place


def rule(event):
    return event.get("action") == "public_key.create" and bool(event.get("repo"))


def title(event):
    return f"{actor(event)} added the deploy key {event.get('title') or 'without a name'} to {place(event)}"


def severity(event):
    return "LOW" if is_true(event.get("read_only")) else "DEFAULT"


def alert_context(event):
    return context(
        event,
        key=event.get("title"),
        fingerprint=event.get("fingerprint"),
        may_write=not is_true(event.get("read_only")),
    )
