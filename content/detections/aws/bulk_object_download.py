from margay_aws import actor, by_aws_itself, context, succeeded, uses_long_term_key
from margay_network import is_external


def rule(event):
    if event.get("eventName") != "GetObject" or event.get("eventSource") != "s3.amazonaws.com":
        return False
    if event.get("vpcEndpointId") or by_aws_itself(event):
        return False
    return succeeded(event) and is_external(event.get("sourceIPAddress"))


def _bucket(event):
    return event.deep_get("requestParameters", "bucketName", default="an unnamed bucket")


def dedup(event):
    return f"{event.deep_get('userIdentity', 'arn') or actor(event)}:{_bucket(event)}"


def title(event):
    return f"{actor(event)} reads many objects of {_bucket(event)} from {event.get('sourceIPAddress')}"


def severity(event):
    return "HIGH" if uses_long_term_key(event) else "DEFAULT"


def alert_context(event):
    return context(event, bucket=_bucket(event), object=event.deep_get("requestParameters", "key"))
