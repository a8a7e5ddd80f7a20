from margay_aws import actor, as_list, by_aws_itself, context, succeeded
from margay_network import is_external

SECRET_READS = {"GetSecretValue", "BatchGetSecretValue"}
# Parameters are secrets only when they are decrypted.
PARAMETER_READS = {"GetParameter", "GetParameters"}


def _secrets(event):
    request = event.get("requestParameters") or {}
    for key in ("secretId", "name", "secretIdList", "names"):
        if request.get(key):
            return sorted(str(name) for name in as_list(request.get(key)))
    return []


def rule(event):
    name = event.get("eventName")
    if name in PARAMETER_READS:
        if event.deep_get("requestParameters", "withDecryption") is not True:
            return False
    elif name not in SECRET_READS:
        return False
    if not succeeded(event) or by_aws_itself(event):
        return False
    return is_external(event.get("sourceIPAddress"))


def unique(event):
    # A batch without names is known only by its request.
    return ", ".join(_secrets(event)) or event.get("requestID")


def dedup(event):
    return event.deep_get("userIdentity", "arn") or actor(event)


def title(event):
    return f"{actor(event)} reads many secrets from {event.get('sourceIPAddress')}"


def alert_context(event):
    return context(event, secrets=_secrets(event))
