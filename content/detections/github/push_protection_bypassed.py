from margay_github import actor, context, place

CLOUD_PREFIXES = ("amazon_", "aws_", "azure_", "google_")


def rule(event):
    return event.get("action") == "secret_scanning_push_protection.bypass"


def title(event):
    return f"{actor(event)} pushed a secret ({event.get('secret_type') or 'of unknown kind'}) to {place(event)}"


def severity(event):
    return "MEDIUM" if (event.get("secret_type") or "").startswith(CLOUD_PREFIXES) else "DEFAULT"


def alert_context(event):
    return context(
        event, secret_type=event.get("secret_type"), reason=event.get("push_protection_bypass_reason")
    )
