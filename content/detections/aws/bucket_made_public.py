import json

from margay_aws import actor, allows_everyone, as_list, context, succeeded

PUBLIC_LISTS = {"public-read", "public-read-write", "authenticated-read"}
PUBLIC_GROUPS = (
    "http://acs.amazonaws.com/groups/global/AllUsers",
    "http://acs.amazonaws.com/groups/global/AuthenticatedUsers",
)
UNBLOCKED = {"DeleteBucketPublicAccessBlock", "DeleteAccountPublicAccessBlock"}


def _place(event):
    return event.deep_get("requestParameters", "bucketName") or f"account {event.get('recipientAccountId')}"


def _names_a_public_group(event):
    request = event.get("requestParameters")
    text = json.dumps(request.to_dict()) if request else ""
    return any(group in text for group in PUBLIC_GROUPS)


def rule(event):
    name = event.get("eventName")
    if not succeeded(event):
        return False
    if name in UNBLOCKED:
        return True
    if name == "PutBucketPolicy":
        return allows_everyone(event.deep_get("requestParameters", "bucketPolicy"))
    if name == "PutBucketAcl":
        canned = as_list(event.deep_get("requestParameters", "x-amz-acl"))
        return any(acl in PUBLIC_LISTS for acl in canned) or _names_a_public_group(event)
    return False


def title(event):
    return f"{actor(event)} opened {_place(event)} to everyone"


def alert_context(event):
    return context(event, bucket=_place(event), change=event.get("eventName"))
