from margay_audit import actor, asked, context, did
from panther_detection_helpers.caching import increment_counter

WINDOW_SECONDS = 3600
MANY = 5


def ids(event):
    return list(asked(event).get("ids") or [])


def silenced_so_far(event):
    who = event.deep_get("actor", "id")
    return increment_counter(f"margay-audit-silenced:{who}", len(ids(event)), WINDOW_SECONDS)


def rule(event):
    if not did(event, "DELETE_DETECTION", "UPDATE_DETECTION_STATE"):
        return False
    if event.get("actionName") == "UPDATE_DETECTION_STATE" and asked(event).get("enabled") is not False:
        return False
    return len(ids(event)) >= MANY or int(silenced_so_far(event)) >= MANY


def dedup(event):
    return actor(event)


def title(event):
    return f"{actor(event)} deleted or switched off many detections"


def alert_context(event):
    return context(event, detections=ids(event)[:50])
