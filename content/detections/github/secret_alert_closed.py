from margay_github import actor, context, place

MENDED = {"revoked", "used_in_tests", "pattern_edited", "pattern_deleted"}


def rule(event):
    return event.get("action") == "secret_scanning_alert.resolve" and event.get("resolution") not in MENDED


def _number(event):
    return event.get("number") or event.get("alert_number") or "without a number"


def title(event):
    return f"{actor(event)} closed secret alert {_number(event)} of {place(event)} as {event.get('resolution')}"


def alert_context(event):
    return context(
        event, alert=_number(event), resolution=event.get("resolution"), secret_type=event.get("secret_type")
    )
