ROLES = {
    "role_change_to_admin": "administrator",
    "role_change_to_owner": "owner",
    "owner_transferred": "primary owner",
}


def rule(event):
    return event.get("action") in ROLES


def title(event):
    actor = event.deep_get("actor", "user", "email", default="someone")
    user = event.deep_get("entity", "user", "email", default="a user")
    return f"{actor} made {user} {ROLES[event.get('action')]} in Slack"


def severity(event):
    return "DEFAULT" if event.get("action") == "role_change_to_admin" else "HIGH"


def alert_context(event):
    return {
        "actor": event.deep_get("actor", "user", "email"),
        "user": event.deep_get("entity", "user", "email"),
        "workspace": event.deep_get("context", "location", "name"),
        "source_ip": event.deep_get("context", "ip_address"),
        "user_agent": event.deep_get("context", "ua"),
    }
