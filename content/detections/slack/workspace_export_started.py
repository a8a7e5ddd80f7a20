ACTIONS = {
    "manual_export_started": "started",
    "manual_export_downloaded": "downloaded",
    "manual_user_export_started": "started",
    "manual_user_export_downloaded": "downloaded",
    "corporate_exports_enabled": "switched on",
}


def rule(event):
    return event.get("action") in ACTIONS


def title(event):
    actor = event.deep_get("actor", "user", "email", default="someone")
    workspace = event.deep_get("entity", "workspace", "name", default="the organisation")
    return f"{actor} {ACTIONS[event.get('action')]} an export of Slack messages of {workspace}"


def alert_context(event):
    return {
        "actor": event.deep_get("actor", "user", "email"),
        "workspace": event.deep_get("entity", "workspace", "name"),
        "source_ip": event.deep_get("context", "ip_address"),
        "user_agent": event.deep_get("context", "ua"),
    }
