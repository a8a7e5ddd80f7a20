from margay_sign_in import SIGN_IN_FAILED, SIGN_IN_SUCCEEDED


def event_type(event):
    if event.deep_get("id", "applicationName") != "login":
        return None
    return {"login_success": SIGN_IN_SUCCEEDED, "login_failure": SIGN_IN_FAILED}.get(event.get("name"))
