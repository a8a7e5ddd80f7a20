from margay_okta import actor, context, new_behaviors, risk_level, via_proxy

NEW_PLACE = {"New Geo-Location", "New City", "New Country", "New State", "Velocity"}
NEW_NETWORK = {"New IP", "New ASN"}


def rule(event):
    if event.get("eventType") != "user.session.start" or event.deep_get("outcome", "result") != "SUCCESS":
        return False
    if via_proxy(event) or risk_level(event) == "HIGH":
        return True
    new = set(new_behaviors(event))
    return bool(new & NEW_PLACE) and bool(new & NEW_NETWORK)


def title(event):
    return f"{actor(event)} signed in to Okta from an unusual network at {event.deep_get('client', 'ipAddress')}"


def severity(event):
    return "HIGH" if risk_level(event) == "HIGH" else "DEFAULT"


def alert_context(event):
    return context(
        event, risk=risk_level(event), new_for_this_user=new_behaviors(event), proxy=via_proxy(event)
    )
