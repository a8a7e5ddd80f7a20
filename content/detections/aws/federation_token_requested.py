from margay_aws import actor, context, succeeded, uses_long_term_key
from margay_network import is_external


def rule(event):
    if event.get("eventName") != "GetFederationToken" or not succeeded(event):
        return False
    return uses_long_term_key(event) and is_external(event.get("sourceIPAddress"))


def title(event):
    name = event.deep_get("requestParameters", "name", default="without a name")
    return f"{actor(event)} made the federated session {name} from {event.get('sourceIPAddress')}"


def alert_context(event):
    return context(event, session=event.deep_get("requestParameters", "name"))
