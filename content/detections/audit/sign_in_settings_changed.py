from margay_audit import actor, asked, context, did

ALWAYS = {"UPDATE_SAML_SETTINGS", "UPDATE_SSO_SETTINGS", "UPDATE_OIDC_SETTINGS", "UPDATE_SMTP_SETTINGS"}
HARMLESS = {"timezone"}
GROUPS = ("mail", "smtp", "sign", "sso", "saml", "oidc", "session")


def rule(event):
    if did(event, *ALWAYS):
        return True
    if not did(event, "UPDATE_GENERAL_SETTINGS"):
        return False
    group = asked(event).get("id")
    if group is not None:
        return any(word in group.lower() for word in GROUPS)
    return any(name not in HARMLESS for name in asked(event))


def changed(event):
    return asked(event).get("id") or ", ".join(sorted(asked(event))) or "settings"


def dedup(event):
    return f"{event.get('actionName')} {changed(event)} {actor(event)}"


def title(event):
    return f"{actor(event)} changed {changed(event)} ({event.get('actionName')})"


def alert_context(event):
    return context(event, changed=changed(event))
