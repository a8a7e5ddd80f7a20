def rule(event):
    if event.deep_get("id", "applicationName") != "user_accounts":
        return False
    return (event.get("name") or "").lower() == "email_forwarding_out_of_domain"


def _destination(event):
    return event.deep_get("parameters", "email_forwarding_destination_address", default="an unnamed address")


def title(event):
    return f"{event.deep_get('actor', 'email', default='A user')} forwards all mail to {_destination(event)}"


def alert_context(event):
    return {
        "actor": event.deep_get("actor", "email"),
        "source_ip": event.get("ipAddress"),
        "destination": _destination(event),
    }
