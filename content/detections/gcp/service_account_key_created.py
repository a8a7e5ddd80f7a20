from margay_gcp import caller, context, succeeded

METHODS = {
    "google.iam.admin.v1.CreateServiceAccountKey",
    "google.iam.admin.v1.UploadServiceAccountKey",
}


def rule(event):
    return event.deep_get("protoPayload", "methodName") in METHODS and succeeded(event)


def _account(event):
    """The answer names the account by mail address, the request often only by number."""
    name = event.deep_get("protoPayload", "response", "name") or event.deep_get("protoPayload", "resourceName", default="")
    parts = name.split("/")
    return parts[parts.index("serviceAccounts") + 1] if "serviceAccounts" in parts[:-1] else "unknown"


def title(event):
    return f"{caller(event)} made a key for the service account {_account(event)}"


def alert_context(event):
    return context(event, service_account=_account(event))
