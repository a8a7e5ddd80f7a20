from margay_aws import actor, context, succeeded, user_name, uses_long_term_key


def _owner(event):
    return event.deep_get("responseElements", "accessKey", "userName") or event.deep_get(
        "requestParameters", "userName", default=""
    )


def rule(event):
    if event.get("eventSource") != "iam.amazonaws.com" or event.get("eventName") != "CreateAccessKey":
        return False
    return succeeded(event) and _owner(event) not in ("", user_name(event))


def title(event):
    return f"{actor(event)} created an access key for {_owner(event)}"


def severity(event):
    # People administer through sessions; a long-term key that makes another one is how intruders stay.
    return "HIGH" if uses_long_term_key(event) else "DEFAULT"


def alert_context(event):
    return context(
        event,
        key_owner=_owner(event),
        new_key=event.deep_get("responseElements", "accessKey", "accessKeyId"),
    )
