from margay_network import is_internal


def rule(event):
    return event.get("auth_success") is False and (event.get("auth_attempts") or 0) > 0


def dedup(event):
    return f"{event.get('id_orig_h')}:{event.get('id_resp_h')}"


def title(event):
    return f"{event.get('id_orig_h')} guesses SSH passwords of {event.get('id_resp_h')}"


def severity(event):
    return "MEDIUM" if is_internal(event.get("id_orig_h")) else "DEFAULT"


def alert_context(event):
    return {
        "source_ip": event.get("id_orig_h"),
        "host": event.get("id_resp_h"),
        "attempts": event.get("auth_attempts"),
        "client": event.get("client"),
    }
