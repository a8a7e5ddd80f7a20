from margay_okta import actor, context

REFUSALS = {
    "user.mfa.okta_verify.deny_push",
    "user.account.report_suspicious_activity_by_enduser",
}


def rule(event):
    return event.get("eventType") in REFUSALS


def dedup(event):
    return actor(event)


def title(event):
    return f"{actor(event)} keeps refusing sign-in requests"


def alert_context(event):
    return context(event)
