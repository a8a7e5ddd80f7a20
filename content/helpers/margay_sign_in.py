"""The words our data models use for sign-in events, so that one rule serves all identity providers."""

SIGN_IN_SUCCEEDED = "sign_in_succeeded"
SIGN_IN_FAILED = "sign_in_failed"
