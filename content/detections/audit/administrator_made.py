from margay_audit import actor, asked, context, did, params


def person(event):
    return (params(event).get("after") or {}).get("email") or asked(event).get("email") or "somebody"


def rule(event):
    if did(event, "CREATE_USER"):
        return asked(event).get("role") == "Admin"
    if not did(event, "UPDATE_USER"):
        return False
    before = params(event).get("before") or {}
    after = params(event).get("after") or {}
    return after.get("role") == "Admin" and before.get("role") != "Admin"


def dedup(event):
    return person(event)


def title(event):
    return f"{actor(event)} made {person(event)} an administrator of Margay"


def alert_context(event):
    return context(event, person=person(event))
