from margay_aws import actor, context, succeeded

REMOVALS = {
    "DeleteFlowLogs": "VPC flow logs",
    "DeleteResolverQueryLogConfig": "DNS query logs",
    "DisassociateResolverQueryLogConfig": "DNS query logs",
}


def rule(event):
    return event.get("eventName") in REMOVALS and succeeded(event)


def title(event):
    return f"{actor(event)} removed {REMOVALS[event.get('eventName')]} in {event.get('awsRegion')}"


def alert_context(event):
    request = event.get("requestParameters")
    return context(event, removed=request.to_dict() if request else {})
