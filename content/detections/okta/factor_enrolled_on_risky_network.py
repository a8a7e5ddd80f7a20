from margay_okta import actor, context, risk_level, via_proxy


def rule(event):
    if event.get("eventType") != "user.mfa.factor.activate":
        return False
    if event.deep_get("outcome", "result") != "SUCCESS":
        return False
    return via_proxy(event) or risk_level(event) == "HIGH"


def title(event):
    return f"{actor(event)} enrolled a second factor from {event.deep_get('client', 'ipAddress')}"


def alert_context(event):
    return context(
        event,
        factor=event.deep_get("debugContext", "debugData", "factor"),
        risk=risk_level(event),
        proxy=via_proxy(event),
    )
