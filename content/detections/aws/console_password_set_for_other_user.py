from margay_aws import actor, context, succeeded, user_name

ACTIONS = {"CreateLoginProfile", "UpdateLoginProfile"}


def rule(event):
    if event.get("eventName") not in ACTIONS or not succeeded(event):
        return False
    return event.deep_get("requestParameters", "userName", default="") not in ("", user_name(event))


def title(event):
    return f"{actor(event)} set a console password for {event.deep_get('requestParameters', 'userName')}"


def alert_context(event):
    return context(
        event,
        target=event.deep_get("requestParameters", "userName"),
        must_change_it=event.deep_get("requestParameters", "passwordResetRequired"),
    )
