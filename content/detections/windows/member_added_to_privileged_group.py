ADDED = (4728, 4732, 4756)
# Names differ by language, the ends of the security ids do not: domain, schema and enterprise administrators,
# group policy creators.
DOMAIN_GROUPS = ("-512", "-518", "-519", "-520")
BUILT_IN_GROUPS = {"S-1-5-32-544", "S-1-5-32-548", "S-1-5-32-549", "S-1-5-32-551"}
LOCAL_ADMINISTRATORS = "S-1-5-32-544"


def _group_sid(event):
    return event.get("TargetSid") or ""


def rule(event):
    if event.get("EventID") not in ADDED:
        return False
    sid = _group_sid(event)
    return sid in BUILT_IN_GROUPS or (sid.startswith("S-1-5-21-") and sid.endswith(DOMAIN_GROUPS))


def _member(event):
    name = event.get("MemberName")
    return name if name and name != "-" else event.get("MemberSid") or "a member"


def title(event):
    actor = event.get("SubjectUserName") or "Someone"
    group = event.get("TargetUserName") or _group_sid(event)
    return f"{actor} added {_member(event)} to {group} on {event.get('Computer')}"


def severity(event):
    return "MEDIUM" if _group_sid(event) == LOCAL_ADMINISTRATORS else "DEFAULT"


def alert_context(event):
    return {
        "actor": event.get("SubjectUserName"),
        "member": _member(event),
        "group": event.get("TargetUserName"),
        "group_sid": _group_sid(event),
        "computer": event.get("Computer"),
    }
