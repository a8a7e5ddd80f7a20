from margay_aws import actor, context


def rule(event):
    if event.get("eventName") != "ConsoleLogin" or event.deep_get("userIdentity", "type") != "IAMUser":
        return False
    if event.deep_get("responseElements", "ConsoleLogin") != "Success":
        return False
    return event.deep_get("additionalEventData", "MFAUsed") == "No"


def title(event):
    return f"{actor(event)} signed in to the AWS console without a second factor"


def alert_context(event):
    return context(event)
