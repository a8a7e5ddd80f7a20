"""Who acted where in a GitHub audit event."""


def actor(event):
    """Login of the actor; some events name only the user or the key that acted."""
    return event.get("actor") or event.get("user") or "an unnamed actor"


def place(event):
    """Repository, organisation or enterprise of the event, the narrowest first."""
    return event.get("repo") or event.get("org") or event.get("business") or "GitHub"


def is_true(value):
    """Some flags arrive as text."""
    return value is True or str(value).lower() == "true"


def context(event, **more):
    """What every GitHub alert shows, plus what the rule adds."""
    return {
        "actor": actor(event),
        "action": event.get("action"),
        "organisation": event.get("org"),
        "repository": event.get("repo"),
        "source_ip": event.get("actor_ip"),
        "country": event.deep_get("actor_location", "country_code"),
        "user_agent": event.get("user_agent"),
        "access": event.get("programmatic_access_type"),
        **more,
    }
