import re
from collections.abc import Mapping

from margay_aws import TRUSTED_ACCOUNTS, actor, as_list, context, statements, succeeded

# A principal is an account id or an ARN that holds one as its fifth part.
ACCOUNT = re.compile(r"^(?:arn:aws[a-z-]*:(?:iam|sts)::)?(\d{12})(?::|$)")


def _trusted(event):
    """Account ids, or "*", that the new trust policy names."""
    request = event.get("requestParameters") or {}
    policy = request.get("policyDocument") or request.get("assumeRolePolicyDocument")
    for part in statements(policy):
        if part.get("Effect") != "Allow":
            continue
        principal = part.get("Principal")
        named = principal.get("AWS") if isinstance(principal, Mapping) else principal
        for name in as_list(named):
            found = ACCOUNT.match(str(name))
            if name == "*" or found:
                yield "*" if name == "*" else found.group(1)


def _foreign(event):
    own = {event.get("recipientAccountId"), *TRUSTED_ACCOUNTS}
    return sorted({account for account in _trusted(event) if account not in own})


def rule(event):
    if event.get("eventName") not in ("UpdateAssumeRolePolicy", "CreateRole"):
        return False
    return succeeded(event) and len(_foreign(event)) > 0


def title(event):
    role = event.deep_get("requestParameters", "roleName", default="unknown")
    accounts = ["everyone" if account == "*" else account for account in _foreign(event)]
    return f"{actor(event)} let {', '.join(accounts)} assume the role {role}"


def severity(event):
    return "CRITICAL" if "*" in _foreign(event) else "DEFAULT"


def alert_context(event):
    return context(event, role=event.deep_get("requestParameters", "roleName"), trusted=_foreign(event))
