from margay_okta import actor, context

CHANGES = {
    "policy.lifecycle.deactivate",
    "policy.lifecycle.delete",
    "policy.rule.deactivate",
    "policy.rule.delete",
    "zone.deactivate",
    "zone.delete",
}


def rule(event):
    return event.get("eventType") in CHANGES and event.deep_get("outcome", "result") == "SUCCESS"


def _names(event):
    return [target.get("displayName") for target in event.get("target") or [] if target.get("displayName")]


def title(event):
    return f"{actor(event)} removed {', '.join(_names(event)) or 'a policy'} ({event.get('eventType')})"


def alert_context(event):
    return context(event, removed=_names(event))
