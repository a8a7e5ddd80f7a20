from margay_github import actor, context, place


def rule(event):
    if event.get("action") != "repo.access":
        return False
    return (event.get("visibility") or event.get("access")) == "public"


def title(event):
    return f"{actor(event)} made {place(event)} public"


def alert_context(event):
    return context(event, before=event.get("previous_visibility"))
