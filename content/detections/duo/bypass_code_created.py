import json


def _details(event):
    try:
        details = json.loads(event.get("description") or "{}")
    except ValueError:
        return {}
    return details if isinstance(details, dict) else {}


def rule(event):
    return event.get("action") == "bypass_create"


def title(event):
    return f"{event.get('username')} made a Duo bypass code for {event.get('object') or 'a user'}"


def severity(event):
    return "DEFAULT" if _details(event).get("valid_secs") else "MEDIUM"


def alert_context(event):
    details = _details(event)
    return {
        "administrator": event.get("username"),
        "user": event.get("object"),
        "codes": details.get("count"),
        "valid_seconds": details.get("valid_secs"),
    }
