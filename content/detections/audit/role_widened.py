from margay_audit import actor, added, context, did, params


def after(event):
    return params(event).get("after") or {}


def before(event):
    return params(event).get("before") or {}


def log_types_widened(event):
    kinds = before(event).get("logTypeAccessKind"), after(event).get("logTypeAccessKind")
    if kinds[0] != kinds[1]:
        return kinds[1] == "ALLOW_ALL" or kinds[0] == "DENY_ALL"
    was = before(event).get("logTypeAccess") or []
    now = after(event).get("logTypeAccess") or []
    more, fewer = (now, was) if kinds[1] == "ALLOW" else (was, now)
    return any(log_type not in fewer for log_type in more)


def rule(event):
    return did(event, "UPDATE_USER_ROLE") and (
        bool(added(event, "permissions")) or log_types_widened(event)
    )


def dedup(event):
    return str(after(event).get("name"))


def title(event):
    return f"{actor(event)} widened the role {after(event).get('name')}"


def alert_context(event):
    return context(event, role_changed=after(event).get("name"), added=added(event, "permissions"))
