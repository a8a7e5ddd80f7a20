PREFIX = "UnauthorizedAccess:IAMUser/InstanceCredentialExfiltration"


def rule(event):
    if event.deep_get("service", "archived") is True:
        return False
    return (event.get("type") or "").startswith(PREFIX)


def _role(event):
    return event.deep_get("resource", "accessKeyDetails", "userName", default="an instance role")


def title(event):
    return f"Credentials of {_role(event)} in {event.get('accountId')} used away from their instance"


def severity(event):
    return "CRITICAL" if (event.get("type") or "").endswith(".OutsideAWS") else "DEFAULT"


def alert_context(event):
    return {
        "role": _role(event),
        "access_key": event.deep_get("resource", "accessKeyDetails", "accessKeyId"),
        "account": event.get("accountId"),
        "addresses": list(event.get("p_any_ip_addresses") or []),
    }
