from margay_aws import actor, as_list, context, succeeded
from margay_network import EVERYWHERE, sensitive_ports_between

WEB_PORTS = {80, 443}


def _openings(event):
    """(protocol, first port, last port) of each rule that lets everyone in."""
    if event.get("eventName") == "AuthorizeSecurityGroupIngress":
        for part in event.deep_get("requestParameters", "ipPermissions", "items", default=[]):
            ranges = [r.get("cidrIp") for r in part.deep_get("ipRanges", "items", default=[])]
            ranges += [r.get("cidrIpv6") for r in part.deep_get("ipv6Ranges", "items", default=[])]
            if EVERYWHERE.intersection(ranges):
                yield part.get("ipProtocol"), part.get("fromPort"), part.get("toPort")
    if event.get("eventName") == "ModifySecurityGroupRules":
        request = event.deep_get("requestParameters", "ModifySecurityGroupRulesRequest", default={})
        for part in as_list(request.get("SecurityGroupRule")):
            rule_now = part.get("SecurityGroupRule") or {}
            if EVERYWHERE.intersection([rule_now.get("CidrIpv4"), rule_now.get("CidrIpv6")]):
                yield rule_now.get("IpProtocol"), rule_now.get("FromPort"), rule_now.get("ToPort")


def _group(event):
    return (
        event.deep_get("requestParameters", "groupId")
        or event.deep_get("requestParameters", "ModifySecurityGroupRulesRequest", "GroupId")
        or event.deep_get("requestParameters", "groupName")
        or "unknown"
    )


def _ports(event):
    return ["all" if first is None else f"{first}-{last}" for _, first, last in _openings(event)]


def rule(event):
    if event.get("eventName") not in ("AuthorizeSecurityGroupIngress", "ModifySecurityGroupRules"):
        return False
    return succeeded(event) and any(True for _ in _openings(event))


def title(event):
    return f"{actor(event)} opened security group {_group(event)} to the internet"


def severity(event):
    openings = list(_openings(event))
    if any(sensitive_ports_between(first, last) for _, first, last in openings):
        return "HIGH"
    if all(first == last and first in WEB_PORTS for _, first, last in openings):
        return "INFO"
    return "DEFAULT"


def alert_context(event):
    return context(event, group=_group(event), ports=_ports(event))
