from margay_okta import actor, context, risk_level, targets, via_proxy


def rule(event):
    if event.get("eventType") != "system.api_token.create":
        return False
    return event.deep_get("outcome", "result") == "SUCCESS"


def _token(event):
    return ", ".join(targets(event, "Token")) or "without a name"


def title(event):
    return f"{actor(event)} created the Okta API token {_token(event)}"


def severity(event):
    return "HIGH" if via_proxy(event) or risk_level(event) == "HIGH" else "DEFAULT"


def alert_context(event):
    return context(event, token=_token(event))
