from margay_aws import actor, by_aws_itself, context, succeeded
from margay_network import is_external


def _secret(event):
    request = event.get("requestParameters") or {}
    return request.get("secretId") or request.get("name")


def rule(event):
    if event.get("eventName") not in ("GetSecretValue", "GetParameter"):
        return False
    if event.get("eventName") == "GetParameter":
        if event.deep_get("requestParameters", "withDecryption") is not True:
            return False
    if not succeeded(event) or by_aws_itself(event):
        return False
    return is_external(event.get("sourceIPAddress"))


def unique(event):
    return _secret(event)


def dedup(event):
    return event.deep_get("userIdentity", "arn") or actor(event)


def title(event):
    return f"{actor(event)} reads many secrets from {event.get('sourceIPAddress')}"


def alert_context(event):
    return context(event, secret=_secret(event))
