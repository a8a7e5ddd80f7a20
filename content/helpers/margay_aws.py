"""Who did what in a CloudTrail event, and what a policy document allows."""

import json
from collections.abc import Mapping, Sequence

# Account ids that belong to your organisation. Sharing with them is not treated as leaving the organisation.
TRUSTED_ACCOUNTS = frozenset()

ACCESS_DENIED_CODES = frozenset(
    {
        "AccessDenied",
        "AccessDeniedException",
        "Client.UnauthorizedOperation",
        "UnauthorizedOperation",
    }
)


def succeeded(event):
    """True when the service did what was asked. Console sign-ins report failure in errorMessage alone."""
    return not event.get("errorCode") and not event.get("errorMessage")


def by_aws_itself(event):
    """True for calls an AWS service makes on its own account or on behalf of the customer."""
    if event.deep_get("userIdentity", "type") == "AWSService":
        return True
    if event.deep_get("userIdentity", "invokedBy"):
        return True
    source = event.get("sourceIPAddress") or ""
    return source == "AWS Internal" or source.endswith(".amazonaws.com")


def uses_long_term_key(event):
    """True when an access key without an end signed the call; temporary keys begin with ASIA."""
    return (event.deep_get("userIdentity", "accessKeyId") or "").startswith("AKIA")


def actor(event):
    """A short name of the caller: user name, role/session, root of an account, or a service."""
    identity = event.get("userIdentity") or {}
    arn = identity.get("arn") or ""
    if identity.get("type") == "Root":
        return f"root of {identity.get('accountId')}"
    if identity.get("type") == "AssumedRole" and "/" in arn:
        return arn.split("/", 1)[1]
    for key in ("userName", "arn", "invokedBy", "principalId"):
        if identity.get(key):
            return identity.get(key)
    return "unknown caller"


def user_name(event):
    """Name of the IAM user or of the role behind a session; empty when there is none."""
    return (
        event.deep_get("userIdentity", "userName")
        or event.deep_get("userIdentity", "sessionContext", "sessionIssuer", "userName")
        or ""
    )


def context(event, **more):
    """What every CloudTrail alert shows, plus what the rule adds."""
    return {
        "account": event.get("recipientAccountId") or event.deep_get("userIdentity", "accountId"),
        "region": event.get("awsRegion"),
        "actor": actor(event),
        "actor_arn": event.deep_get("userIdentity", "arn"),
        "access_key": event.deep_get("userIdentity", "accessKeyId"),
        "source_ip": event.get("sourceIPAddress"),
        "user_agent": event.get("userAgent"),
        "action": f"{event.get('eventSource')}:{event.get('eventName')}",
        "error": event.get("errorCode"),
        **more,
    }


def as_list(value):
    """Policy documents write one member without its list."""
    if value is None:
        return []
    if isinstance(value, Sequence) and not isinstance(value, str):
        return list(value)
    return [value]


def statements(policy):
    """Statements of a policy given as JSON text or as an object; none when it cannot be read."""
    if isinstance(policy, str):
        try:
            policy = json.loads(policy)
        except ValueError:
            return []
    if not isinstance(policy, Mapping):
        return []
    return [part for part in as_list(policy.get("Statement")) if isinstance(part, Mapping)]


def allows_everything(policy):
    """True when one statement allows every action on every resource."""
    return any(
        part.get("Effect") == "Allow"
        and any(action in ("*", "*:*") for action in as_list(part.get("Action")))
        and "*" in as_list(part.get("Resource"))
        for part in statements(policy)
    )


def allows_everyone(policy):
    """True when one statement without a condition allows any caller."""
    for part in statements(policy):
        if part.get("Effect") != "Allow" or part.get("Condition"):
            continue
        principal = part.get("Principal")
        if isinstance(principal, Mapping):
            principal = principal.get("AWS")
        if "*" in as_list(principal):
            return True
    return False
