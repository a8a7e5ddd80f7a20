"""Reads entries of Margay's own audit log."""


def did(event, *actions):
    """True when one of these actions was done."""
    return event.get("actionName") in actions and event.get("actionResult") != "FAILED"


def actor(event):
    """Name of who did it, or the email that was given at a sign-in."""
    return (
        event.deep_get("actor", "name")
        or event.deep_get("actionParams", "email")
        or event.deep_get("actor", "id")
        or "somebody who is not signed in"
    )


def params(event):
    """What was asked for, and before and after of a change."""
    return event.get("actionParams") or {}


def asked(event):
    """The input of the operation."""
    return params(event).get("input") or {}


def added(event, name):
    """What a list of a change has more than before."""
    before = (params(event).get("before") or {}).get(name) or []
    after = (params(event).get("after") or {}).get(name) or []
    return [value for value in after if value not in before]


def context(event, **more):
    """What every alert on the audit log shows, plus what the rule adds."""
    return {
        "actor": actor(event),
        "actor_type": event.deep_get("actor", "type"),
        "role": event.deep_get("actor", "attributes", "roleName"),
        "action": event.get("actionName"),
        "result": event.get("actionResult"),
        "source_ip": event.get("sourceIP"),
        "user_agent": event.get("userAgent"),
        "entry": event.get("entryId"),
        **more,
    }
