from margay_sign_in import SIGN_IN_FAILED, SIGN_IN_SUCCEEDED


def event_type(event):
    # Numbers of OneLogin's event types: 5 user signed in, 6 user failed to sign in.
    return {5: SIGN_IN_SUCCEEDED, 6: SIGN_IN_FAILED}.get(event.get("event_type_id"))
