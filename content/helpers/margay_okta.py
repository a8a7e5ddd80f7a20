"""Reads actors, targets, behaviours and risk from Okta System Log events."""


def actor(event):
    """Login of the actor, or its display name."""
    return (
        event.deep_get("actor", "alternateId")
        or event.deep_get("actor", "displayName")
        or "unknown actor"
    )


def targets(event, kind):
    """Logins or names of the targets of one kind, for instance "User"."""
    return [
        target.get("alternateId") if "@" in (target.get("alternateId") or "") else target.get("displayName")
        for target in event.get("target") or []
        if (target.get("type") or "").lower() == kind.lower()
    ]


def _pairs(text):
    """Okta writes some maps as text: {level=HIGH, reasons=Anomalous Location}."""
    pairs = {}
    for part in (text or "").strip("{}").split(", "):
        name, separator, value = part.partition("=")
        if separator:
            pairs[name.strip()] = value.strip()
    return pairs


def new_behaviors(event):
    """Names of the behaviours Okta judged new for this user, for instance ["New Geo-Location"]."""
    text = event.deep_get("debugContext", "debugData", "behaviors")
    return [name for name, value in _pairs(text).items() if value == "POSITIVE"]


def risk_level(event):
    """LOW, MEDIUM or HIGH; empty when Okta gave none."""
    return _pairs(event.deep_get("debugContext", "debugData", "risk")).get("level", "")


def via_proxy(event):
    """True when Okta knows the address as a proxy."""
    return event.deep_get("securityContext", "isProxy") is True


def context(event, **more):
    """What every Okta alert shows, plus what the rule adds."""
    return {
        "actor": actor(event),
        "action": event.get("eventType"),
        "outcome": event.deep_get("outcome", "result"),
        "source_ip": event.deep_get("client", "ipAddress"),
        "country": event.deep_get("client", "geographicalContext", "country"),
        "network": event.deep_get("securityContext", "asOrg"),
        "user_agent": event.deep_get("client", "userAgent", "rawUserAgent"),
        "session": event.deep_get("authenticationContext", "externalSessionId"),
        **more,
    }
