from margay_aws import actor, context, succeeded, user_name, uses_long_term_key

ACTIONS = {"DeactivateMFADevice", "DeleteVirtualMFADevice"}


def _owner(event):
    request = event.get("requestParameters") or {}
    return request.get("userName") or (request.get("serialNumber") or "unknown").rsplit("/", 1)[-1]


def rule(event):
    return event.get("eventName") in ACTIONS and succeeded(event)


def title(event):
    return f"{actor(event)} removed the second factor of {_owner(event)}"


def severity(event):
    if event.deep_get("userIdentity", "type") == "Root":
        return "HIGH"
    if uses_long_term_key(event) and _owner(event) != user_name(event):
        return "HIGH"
    return "DEFAULT"


def alert_context(event):
    return context(event, owner=_owner(event))
