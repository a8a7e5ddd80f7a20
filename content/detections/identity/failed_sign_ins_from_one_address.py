from margay_sign_in import SIGN_IN_FAILED


def rule(event):
    return event.udm("event_type") == SIGN_IN_FAILED and bool(event.udm("source_ip"))


def unique(event):
    return event.udm("actor_user")


def dedup(event):
    return event.udm("source_ip")


def title(event):
    return f"{event.udm('source_ip')} fails to sign in as many users"


def alert_context(event):
    return {
        "source_ip": event.udm("source_ip"),
        "last_user": event.udm("actor_user"),
        "log_type": event.get("p_log_type"),
    }
