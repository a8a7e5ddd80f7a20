from margay_audit import actor, context
from panther_detection_helpers.caching import get_counter, increment_counter, reset_counter

WINDOW_SECONDS = 3600
MANY = 5


def key_of(email):
    return f"margay-audit-sign-in:{(email or '').lower()}"


def failures_of(email):
    failures = get_counter(key_of(email))
    reset_counter(key_of(email))
    return failures


def note_failure(email):
    return increment_counter(key_of(email), 1, WINDOW_SECONDS)


def rule(event):
    if event.get("actionName") != "SIGN_IN":
        return False
    if event.get("actionResult") == "FAILED":
        note_failure(event.deep_get("actionParams", "email"))
        return False
    return int(failures_of(event.deep_get("actor", "attributes", "email"))) >= MANY


def dedup(event):
    return actor(event)


def title(event):
    return f"{actor(event)} signed in to Margay after many failures"


def alert_context(event):
    return context(event)
