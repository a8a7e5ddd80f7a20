from margay_aws import actor, context, succeeded

SHORTEST_WAIT_DAYS = 7
ACTIONS = {"ScheduleKeyDeletion": "set to be deleted", "DisableKey": "disabled"}


def rule(event):
    if event.get("eventSource") != "kms.amazonaws.com":
        return False
    return event.get("eventName") in ACTIONS and succeeded(event)


def title(event):
    key = event.deep_get("requestParameters", "keyId", default="unknown")
    return f"KMS key {key} {ACTIONS[event.get('eventName')]} by {actor(event)}"


def severity(event):
    days = event.deep_get("requestParameters", "pendingWindowInDays")
    return "HIGH" if days is not None and int(days) <= SHORTEST_WAIT_DAYS else "DEFAULT"


def alert_context(event):
    return context(
        event,
        key=event.deep_get("requestParameters", "keyId"),
        waiting_days=event.deep_get("requestParameters", "pendingWindowInDays"),
    )
