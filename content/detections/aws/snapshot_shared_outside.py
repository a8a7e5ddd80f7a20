from margay_aws import TRUSTED_ACCOUNTS, actor, context, succeeded

PERMISSION_OF = {
    "ModifySnapshotAttribute": "createVolumePermission",
    "ModifyImageAttribute": "launchPermission",
}
DATABASE_SHARES = {"ModifyDBSnapshotAttribute", "ModifyDBClusterSnapshotAttribute"}


def _shared_with(event):
    """Account ids, or "all"."""
    name = event.get("eventName")
    if name in DATABASE_SHARES:
        return list(event.deep_get("requestParameters", "valuesToAdd", default=[]))
    items = event.deep_get("requestParameters", PERMISSION_OF[name], "add", "items", default=[])
    return [item.get("userId") or item.get("group") for item in items]


def _foreign(event):
    own = {event.get("recipientAccountId"), event.deep_get("userIdentity", "accountId"), *TRUSTED_ACCOUNTS}
    return [account for account in _shared_with(event) if account and account not in own]


def _thing(event):
    request = event.get("requestParameters") or {}
    for key in ("snapshotId", "imageId", "dBSnapshotIdentifier", "dBClusterSnapshotIdentifier"):
        if request.get(key):
            return request.get(key)
    return "a snapshot"


def rule(event):
    if event.get("eventName") not in PERMISSION_OF and event.get("eventName") not in DATABASE_SHARES:
        return False
    return succeeded(event) and len(_foreign(event)) > 0


def title(event):
    accounts = ["everyone" if account == "all" else account for account in _foreign(event)]
    return f"{actor(event)} shared {_thing(event)} with {', '.join(accounts)}"


def severity(event):
    return "CRITICAL" if "all" in _foreign(event) else "DEFAULT"


def alert_context(event):
    return context(event, thing=_thing(event), shared_with=_foreign(event))
