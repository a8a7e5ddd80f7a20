from margay_sign_in import SIGN_IN_FAILED, SIGN_IN_SUCCEEDED


def event_type(event):
    if event.get("event_type") not in (None, "authentication"):
        return None
    return {"success": SIGN_IN_SUCCEEDED, "denied": SIGN_IN_FAILED, "fraud": SIGN_IN_FAILED}.get(
        event.get("result")
    )
