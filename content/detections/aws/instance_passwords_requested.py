from margay_aws import actor, context


def rule(event):
    return event.get("eventName") == "GetPasswordData" and event.get("eventSource") == "ec2.amazonaws.com"


def unique(event):
    return event.deep_get("requestParameters", "instanceId")


def dedup(event):
    # Without the session name: tools open a new session for each request.
    return event.deep_get("userIdentity", "sessionContext", "sessionIssuer", "arn") or event.deep_get(
        "userIdentity", "arn", default=actor(event)
    )


def title(event):
    return f"{actor(event)} asks for the passwords of many instances"


def alert_context(event):
    return context(event, instance=unique(event))
