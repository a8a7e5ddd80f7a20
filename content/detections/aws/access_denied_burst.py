from margay_aws import ACCESS_DENIED_CODES, actor, by_aws_itself, context


def rule(event):
    return event.get("errorCode") in ACCESS_DENIED_CODES and not by_aws_itself(event)


def unique(event):
    return f"{event.get('eventSource')}:{event.get('eventName')}"


def dedup(event):
    return event.deep_get("userIdentity", "arn") or actor(event)


def title(event):
    return f"{actor(event)} was refused many different calls from {event.get('sourceIPAddress')}"


def alert_context(event):
    return context(event)
