from margay_audit import actor, asked, context, did


def rule(event):
    return did(event, "RESET_USER_MFA") and asked(event).get("id") != event.deep_get("actor", "id")


def dedup(event):
    return str(asked(event).get("id"))


def title(event):
    return f"{actor(event)} took the second factor of {asked(event).get('email', 'somebody')} away"


def alert_context(event):
    return context(event, person=asked(event).get("email"))
