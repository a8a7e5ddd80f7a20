from margay_aws import actor, context, succeeded


def rule(event):
    if event.get("eventName") != "ModifyInstanceAttribute" or not succeeded(event):
        return False
    request = event.get("requestParameters") or {}
    return "userData" in request or request.get("attribute") == "userData"


def _instance(event):
    return event.deep_get("requestParameters", "instanceId", default="an instance")


def title(event):
    return f"{actor(event)} changed the start script of {_instance(event)}"


def alert_context(event):
    return context(event, instance=_instance(event))
