from margay_gcp import caller, context, succeeded

SERVICE = "google.logging.v2.ConfigServiceV2."
CHANGES = {"DeleteSink", "UpdateSink", "CreateExclusion", "UpdateExclusion", "DeleteBucket"}


def _method(event):
    return event.deep_get("protoPayload", "methodName", default="")


def rule(event):
    if not _method(event).startswith(SERVICE):
        return False
    return _method(event).removeprefix(SERVICE) in CHANGES and succeeded(event)


def title(event):
    thing = event.deep_get("protoPayload", "resourceName", default="a sink")
    return f"{caller(event)} changed log export: {_method(event).removeprefix(SERVICE)} on {thing}"


def severity(event):
    return "HIGH" if _method(event).endswith(".DeleteSink") else "DEFAULT"


def alert_context(event):
    return context(event)
