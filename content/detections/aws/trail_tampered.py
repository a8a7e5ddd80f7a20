from margay_aws import actor, context, succeeded

ENDINGS = {"StopLogging", "DeleteTrail", "DeleteEventDataStore", "StopEventDataStoreIngestion"}


def _records_less(event):
    request = event.get("requestParameters") or {}
    if event.get("eventName") == "UpdateTrail":
        return request.get("isMultiRegionTrail") is False or request.get("includeGlobalServiceEvents") is False
    if event.get("eventName") == "PutEventSelectors":
        return any(
            selector.get("includeManagementEvents") is False or selector.get("readWriteType") == "ReadOnly"
            for selector in request.get("eventSelectors") or []
        )
    return False


def rule(event):
    if event.get("eventSource") != "cloudtrail.amazonaws.com" or not succeeded(event):
        return False
    return event.get("eventName") in ENDINGS or _records_less(event)


def _trail(event):
    request = event.get("requestParameters") or {}
    name = request.get("name") or request.get("trailName") or request.get("eventDataStore") or "unknown"
    return name.rsplit("/", 1)[-1]


def title(event):
    return f"{actor(event)} turned off recording of trail {_trail(event)} ({event.get('eventName')})"


def severity(event):
    return "CRITICAL" if event.get("eventName") in ENDINGS else "DEFAULT"


def alert_context(event):
    return context(event, trail=_trail(event))
