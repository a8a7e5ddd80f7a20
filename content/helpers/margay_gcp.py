"""Who did what in a Google Cloud audit log entry."""


def succeeded(event):
    """True when the call was not refused; a status code other than 0 is an error."""
    return not event.deep_get("protoPayload", "status", "code", default=0)


def caller(event):
    return event.deep_get("protoPayload", "authenticationInfo", "principalEmail", default="someone")


def context(event, **more):
    """What every Google Cloud alert shows, plus what the rule adds."""
    return {
        "caller": caller(event),
        "source_ip": event.deep_get("protoPayload", "requestMetadata", "callerIP"),
        "user_agent": event.deep_get("protoPayload", "requestMetadata", "callerSuppliedUserAgent"),
        "method": event.deep_get("protoPayload", "methodName"),
        "resource": event.deep_get("protoPayload", "resourceName"),
        "project": event.deep_get("resource", "labels", "project_id"),
        **more,
    }
