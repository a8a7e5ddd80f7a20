from margay_audit import actor, asked, context, did, params


def is_open(token):
    return not token.get("allowedCIDRBlocks"), not token.get("expiresAt")


def rule(event):
    if did(event, "CREATE_API_TOKEN"):
        return any(is_open(asked(event)))
    if not did(event, "UPDATE_API_TOKEN"):
        return False
    was = is_open(params(event).get("before") or {})
    now = is_open(params(event).get("after") or {})
    return any(is_now and not was_before for was_before, is_now in zip(was, now))


def name(event):
    return (params(event).get("after") or asked(event)).get("name") or "without a name"


def dedup(event):
    return name(event)


def title(event):
    return f"{actor(event)} left the API token {name(event)} open"


def alert_context(event):
    return context(event, token=name(event))
