from margay_github import actor, context, is_true, place

COPIES = {"git.clone", "repo.download_zip"}


def rule(event):
    if event.get("action") not in COPIES or not event.get("actor"):
        return False
    return not is_true(event.get("actor_is_bot")) and not event.get("actor").endswith("[bot]")


def unique(event):
    return place(event)


def dedup(event):
    return actor(event)


def title(event):
    return f"{actor(event)} copies many repositories of {event.get('org') or 'the organisation'}"


def alert_context(event):
    return context(event)
