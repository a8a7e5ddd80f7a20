from margay_audit import context, params


def reason(event):
    return "; ".join(error.get("message") or "" for error in event.get("errors") or [])


def rule(event):
    # A check that was carried out says how far it came; one that was refused does not.
    return (
        event.get("actionName") == "VERIFY_AUDIT_LOG"
        and event.get("actionResult") == "FAILED"
        and "position" in params(event)
    )


def dedup(event):
    return reason(event)


def title(event):
    return f"The audit log is not as it was written. {reason(event)}"


def alert_context(event):
    return context(event, reason=reason(event), right_up_to=params(event).get("position"))
