from margay_aws import actor, allows_everything, context, succeeded, user_name

ATTACHMENTS = {"AttachUserPolicy", "AttachRolePolicy", "AttachGroupPolicy"}
DOCUMENTS = {"PutUserPolicy", "PutRolePolicy", "PutGroupPolicy", "CreatePolicyVersion"}
POWERFUL = {"AdministratorAccess", "IAMFullAccess", "PowerUserAccess"}


def _target(event):
    request = event.get("requestParameters") or {}
    for key in ("userName", "roleName", "groupName", "policyArn"):
        if request.get(key):
            return request.get(key)
    return "an unnamed identity"


def rule(event):
    if event.get("eventSource") != "iam.amazonaws.com" or not succeeded(event):
        return False
    request = event.get("requestParameters") or {}
    if event.get("eventName") in ATTACHMENTS:
        return (request.get("policyArn") or "").rsplit("/", 1)[-1] in POWERFUL
    if event.get("eventName") in DOCUMENTS:
        return allows_everything(request.get("policyDocument"))
    return False


def title(event):
    return f"{actor(event)} gave administrator rights to {_target(event)}"


def dedup(event):
    return f"{actor(event)}:{_target(event)}"


def severity(event):
    return "CRITICAL" if _target(event) == user_name(event) else "DEFAULT"


def alert_context(event):
    return context(
        event, target=_target(event), policy=event.deep_get("requestParameters", "policyArn", default="inline")
    )
