from margay_aws import context, uses_long_term_key
from margay_network import is_external


def rule(event):
    if event.get("eventName") != "GetCallerIdentity" or event.get("eventSource") != "sts.amazonaws.com":
        return False
    return uses_long_term_key(event) and is_external(event.get("sourceIPAddress"))


def alert_context(event):
    return context(event)
