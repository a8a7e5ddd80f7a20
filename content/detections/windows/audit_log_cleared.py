PROVIDER = "Microsoft-Windows-Eventlog"
SECURITY_LOG_CLEARED = 1102
OTHER_LOG_CLEARED = 104


def rule(event):
    if event.get("ProviderName") != PROVIDER:
        return False
    return event.get("EventID") in (SECURITY_LOG_CLEARED, OTHER_LOG_CLEARED)


def _user(event):
    return event.get("SubjectUserName") or event.get("AccountName") or "Someone"


def title(event):
    return f"{_user(event)} cleared the {event.get('Channel')} log of {event.get('Computer')}"


def severity(event):
    return "HIGH" if event.get("EventID") == SECURITY_LOG_CLEARED else "DEFAULT"


def alert_context(event):
    return {"user": _user(event), "computer": event.get("Computer"), "log": event.get("Channel")}
