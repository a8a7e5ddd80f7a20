from margay_okta import actor, context, risk_level, targets, via_proxy


def rule(event):
    if event.get("eventType") != "user.mfa.factor.reset_all":
        return False
    return event.deep_get("outcome", "result") == "SUCCESS"


def _users(event):
    return ", ".join(targets(event, "User")) or "a user"


def title(event):
    return f"{actor(event)} reset all second factors of {_users(event)}"


def severity(event):
    return "HIGH" if via_proxy(event) or risk_level(event) == "HIGH" else "DEFAULT"


def alert_context(event):
    return context(event, users=targets(event, "User"))
