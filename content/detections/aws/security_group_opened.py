from margay_aws import actor, as_list, context, succeeded
from margay_network import is_everywhere, sensitive_ports_between

WEB_PORTS = {80, 443}


def _openings(event):
    """(protocol, first port, last port) of each rule that lets everyone in."""
    request = event.get("requestParameters") or {}
    if event.get("eventName") == "AuthorizeSecurityGroupIngress":
        # A single rule may stand in the request itself instead of the list.
        if is_everywhere(request.get("cidrIp")):
            yield request.get("ipProtocol"), request.get("fromPort"), request.get("toPort")
        for part in event.deep_get("requestParameters", "ipPermissions", "items", default=[]):
            ranges = [r.get("cidrIp") for r in part.deep_get("ipRanges", "items", default=[])]
            ranges += [r.get("cidrIpv6") for r in part.deep_get("ipv6Ranges", "items", default=[])]
            if any(is_everywhere(network) for network in ranges):
                yield part.get("ipProtocol"), part.get("fromPort"), part.get("toPort")
    if event.get("eventName") == "ModifySecurityGroupRules":
        change = request.get("ModifySecurityGroupRulesRequest") or {}
        for part in as_list(change.get("SecurityGroupRule")):
            now = part.get("SecurityGroupRule") or {}
            if is_everywhere(now.get("CidrIpv4")) or is_everywhere(now.get("CidrIpv6")):
                yield now.get("IpProtocol"), now.get("FromPort"), now.get("ToPort")


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
