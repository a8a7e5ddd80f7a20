from margay_github import actor, context, place


def rule(event):
    if event.get("action") == "business.add_admin":
        return True
    return event.get("action") in ("org.update_member", "org.add_member") and event.get("permission") == "admin"


def title(event):
    return f"{actor(event)} made {event.get('user') or 'someone'} owner of {place(event)}"


def alert_context(event):
    return context(event, new_owner=event.get("user"), before=event.get("old_permission"))
