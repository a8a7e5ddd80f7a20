from margay_okta import actor, context, targets

GRANTS = {"user.account.privilege.grant", "group.privilege.grant"}
STRONGEST = ("super administrator", "organization administrator", "org administrator")


def rule(event):
    return event.get("eventType") in GRANTS and event.deep_get("outcome", "result") == "SUCCESS"


def _role(event):
    return event.deep_get("debugContext", "debugData", "privilegeGranted", default="an administrator role")


def _receivers(event):
    return targets(event, "User") + targets(event, "UserGroup")


def title(event):
    return f"{actor(event)} granted {_role(event)} to {', '.join(_receivers(event)) or 'an unnamed target'}"


def severity(event):
    return "HIGH" if any(name in _role(event).lower() for name in STRONGEST) else "DEFAULT"


def alert_context(event):
    return context(event, role=_role(event), receivers=_receivers(event))
