# Google's internal name of the super administrator role.
SUPER_ADMINISTRATOR = "_SEED_ADMIN_ROLE"
ACTIONS = {"ASSIGN_ROLE", "GRANT_ADMIN_PRIVILEGE", "GRANT_DELEGATED_ADMIN_PRIVILEGES"}


def rule(event):
    return event.deep_get("id", "applicationName") == "admin" and event.get("name") in ACTIONS


def _role(event):
    return event.deep_get("parameters", "ROLE_NAME", default="administrator")


def title(event):
    actor = event.deep_get("actor", "email", default="someone")
    user = event.deep_get("parameters", "USER_EMAIL", default="a user")
    return f"{actor} assigned the role {_role(event)} to {user}"


def severity(event):
    is_super = _role(event) == SUPER_ADMINISTRATOR or event.get("name") == "GRANT_ADMIN_PRIVILEGE"
    return "HIGH" if is_super else "DEFAULT"


def alert_context(event):
    return {
        "actor": event.deep_get("actor", "email"),
        "source_ip": event.get("ipAddress"),
        "role": _role(event),
        "user": event.deep_get("parameters", "USER_EMAIL"),
    }
