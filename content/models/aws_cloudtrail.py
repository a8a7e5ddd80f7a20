from margay_sign_in import SIGN_IN_FAILED, SIGN_IN_SUCCEEDED


def event_type(event):
    if event.get("eventName") != "ConsoleLogin":
        return None
    outcome = event.deep_get("responseElements", "ConsoleLogin")
    return {"Success": SIGN_IN_SUCCEEDED, "Failure": SIGN_IN_FAILED}.get(outcome)
