"""Questions about addresses, networks and ports."""

import ipaddress

# Ports through which a host is administered or a data store is read.
SENSITIVE_PORTS = {
    22: "SSH",
    23: "Telnet",
    135: "RPC",
    445: "SMB",
    1433: "SQL Server",
    2375: "Docker",
    3306: "MySQL",
    3389: "RDP",
    5432: "PostgreSQL",
    5900: "VNC",
    5985: "WinRM",
    6379: "Redis",
    9200: "Elasticsearch",
    27017: "MongoDB",
}

# Named here one by one: ipaddress.is_private also holds the ranges reserved for documentation.
_INTERNAL = tuple(
    ipaddress.ip_network(network)
    for network in (
        "10.0.0.0/8",
        "100.64.0.0/10",
        "127.0.0.0/8",
        "169.254.0.0/16",
        "172.16.0.0/12",
        "192.168.0.0/16",
        "::1/128",
        "fc00::/7",
        "fe80::/10",
    )
)


def _parsed(address):
    try:
        return ipaddress.ip_address(address or "")
    except ValueError:
        return None


def is_everywhere(network):
    """True for a network of length zero: everyone, however its address part is written."""
    return (network or "").endswith("/0")


def is_internal(address):
    """True for an address of a private, shared, link-local or loopback range."""
    parsed = _parsed(address)
    return parsed is not None and any(parsed in network for network in _INTERNAL)


def is_external(address):
    """True for an address that is neither internal nor multicast nor unspecified."""
    parsed = _parsed(address)
    if parsed is None or parsed.is_multicast or parsed.is_unspecified:
        return False
    return not any(parsed in network for network in _INTERNAL)


def sensitive_ports_between(first, last):
    """Names of the sensitive ports in a range, for instance ["SSH"]; no range means all ports."""
    if first is None or last is None or int(first) < 0:
        return list(SENSITIVE_PORTS.values())
    return [name for port, name in SENSITIVE_PORTS.items() if int(first) <= port <= int(last)]
