from margay_aws import by_aws_itself, context, uses_long_term_key


def rule(event):
    if event.deep_get("userIdentity", "type") != "Root":
        return False
    return event.get("eventType") != "AwsServiceEvent" and not by_aws_itself(event)


def title(event):
    account = event.get("recipientAccountId") or event.deep_get("userIdentity", "accountId")
    return f"Root user of {account} active from {event.get('sourceIPAddress')}"


def severity(event):
    return "CRITICAL" if uses_long_term_key(event) else "DEFAULT"


def alert_context(event):
    return context(event)
