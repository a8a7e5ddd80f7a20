from margay_sign_in import SIGN_IN_FAILED, SIGN_IN_SUCCEEDED


def event_type(event):
    if event.get("eventType") != "user.session.start":
        return None
    outcome = event.deep_get("outcome", "result")
    return {"SUCCESS": SIGN_IN_SUCCEEDED, "FAILURE": SIGN_IN_FAILED}.get(outcome)
