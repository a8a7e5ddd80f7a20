from margay_network import SENSITIVE_PORTS, is_external, is_internal

# A TCP handshake alone takes three packets; fewer are probes.
FEWEST_PACKETS = 4


def rule(event):
    if event.get("action") != "ACCEPT" or event.get("dstPort") not in SENSITIVE_PORTS:
        return False
    if (event.get("packets") or 0) < FEWEST_PACKETS:
        return False
    return is_external(event.get("srcAddr")) and is_internal(event.get("dstAddr"))


def title(event):
    service = SENSITIVE_PORTS[event.get("dstPort")]
    return f"{event.get('srcAddr')} reached {service} of {event.get('dstAddr')}"


def alert_context(event):
    return {
        "source_ip": event.get("srcAddr"),
        "destination_ip": event.get("dstAddr"),
        "port": event.get("dstPort"),
        "bytes": event.get("bytes"),
        "interface": event.get("interfaceId"),
    }
