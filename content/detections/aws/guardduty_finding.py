# Bands of GuardDuty's documentation: low below 4, medium below 7, high below 9, critical from 9.
BANDS = ((9.0, "CRITICAL"), (7.0, "HIGH"), (4.0, "MEDIUM"), (0.1, "LOW"))


def rule(event):
    if event.deep_get("service", "archived") is True:
        return False
    return event.deep_get("service", "additionalInfo", "sample") is not True


def title(event):
    return f"GuardDuty in {event.get('accountId')}: {event.get('title') or event.get('type')}"


def dedup(event):
    return event.get("id") or title(event)


def severity(event):
    score = float(event.get("severity") or 0)
    return next((name for least, name in BANDS if score >= least), "INFO")


def alert_context(event):
    return {
        "type": event.get("type"),
        "account": event.get("accountId"),
        "region": event.get("region"),
        "resource_type": event.deep_get("resource", "resourceType"),
        "count": event.deep_get("service", "count"),
        "addresses": list(event.get("p_any_ip_addresses") or []),
        "users": list(event.get("p_any_usernames") or []),
    }
