from margay_aws import actor, context, uses_long_term_key
from margay_network import is_external

QUESTIONS = ("List", "Describe", "Get")
# Reading content, not exploring.
DATA_READS = {"GetObject", "GetItem", "GetRecords", "GetSecretValue", "GetParameter", "GetLogEvents"}


def rule(event):
    name = event.get("eventName") or ""
    if not name.startswith(QUESTIONS) or name in DATA_READS:
        return False
    return uses_long_term_key(event) and is_external(event.get("sourceIPAddress"))


def unique(event):
    return f"{event.get('eventSource')}:{event.get('eventName')}"


def dedup(event):
    return f"{event.deep_get('userIdentity', 'accessKeyId')}:{event.get('sourceIPAddress')}"


def title(event):
    return f"{actor(event)} explores the account from {event.get('sourceIPAddress')}"


def alert_context(event):
    return context(event)
