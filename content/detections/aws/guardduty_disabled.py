from margay_aws import actor, context, succeeded

ENDINGS = {
    "DeleteDetector",
    "DeleteMembers",
    "DisassociateFromAdministratorAccount",
    "DisassociateMembers",
    "StopMonitoringMembers",
}


def rule(event):
    if event.get("eventSource") != "guardduty.amazonaws.com" or not succeeded(event):
        return False
    if event.get("eventName") == "UpdateDetector":
        return event.deep_get("requestParameters", "enable") is False
    return event.get("eventName") in ENDINGS


def title(event):
    return f"{actor(event)} weakened GuardDuty in {event.get('awsRegion')} with {event.get('eventName')}"


def dedup(event):
    return f"{actor(event)}:{event.get('recipientAccountId')}"


def alert_context(event):
    return context(event, detector=event.deep_get("requestParameters", "detectorId"))
