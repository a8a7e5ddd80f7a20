from margay_audit import actor, asked, context, did

ALWAYS = {"UPDATE_SAML_SETTINGS", "UPDATE_SSO_SETTINGS", "UPDATE_OIDC_SETTINGS", "UPDATE_SMTP_SETTINGS"}
HARMLESS = {"timezone"}


def rule(event):
    if did(event, *ALWAYS):
        return True
    if not did(event, "UPDATE_GENERAL_SETTINGS"):
        return False
    return any(name not in HARMLESS for name in asked(event))


def dedup(event):
    return f"{event.get('actionName')} {actor(event)}"


def title(event):
    return f"{actor(event)} changed {', '.join(sorted(asked(event))) or 'settings'} ({event.get('actionName')})"


def alert_context(event):
    return context(event, changed=sorted(asked(event)))
