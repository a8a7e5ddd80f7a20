from margay_gcp import caller, context, succeeded

POWERFUL = {
    "roles/owner",
    "roles/editor",
    "roles/iam.securityAdmin",
    "roles/iam.serviceAccountTokenCreator",
    "roles/resourcemanager.organizationAdmin",
}
EVERYONE = {"allUsers", "allAuthenticatedUsers"}


def _grants(event):
    """Deltas stand in serviceData, and with newer services in metadata."""
    for place in ("serviceData", "metadata"):
        deltas = event.deep_get("protoPayload", place, "policyDelta", "bindingDeltas", default=[])
        for delta in deltas:
            if delta.get("action") == "ADD" and delta.get("role") in POWERFUL:
                yield delta.get("role"), delta.get("member")


def rule(event):
    if not event.deep_get("protoPayload", "methodName", default="").endswith("SetIamPolicy"):
        return False
    return succeeded(event) and any(True for _ in _grants(event))


def title(event):
    grants = ", ".join(f"{role} to {member}" for role, member in _grants(event))
    return f"{caller(event)} granted {grants} on {event.deep_get('protoPayload', 'resourceName')}"


def severity(event):
    members = {member for _, member in _grants(event)}
    return "CRITICAL" if members & EVERYONE else "DEFAULT"


def alert_context(event):
    return context(event, grants=[{"role": role, "member": member} for role, member in _grants(event)])
