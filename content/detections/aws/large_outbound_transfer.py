from margay_network import is_external, is_internal

LARGE_BYTES = 200 * 1024**2
VERY_LARGE_BYTES = 1024**3


def rule(event):
    if event.get("action") != "ACCEPT" or (event.get("bytes") or 0) < LARGE_BYTES:
        return False
    return is_internal(event.get("srcAddr")) and is_external(event.get("dstAddr"))


def dedup(event):
    return f"{event.get('srcAddr')}:{event.get('dstAddr')}"


def title(event):
    return f"{event.get('srcAddr')} sends large amounts of data to {event.get('dstAddr')}"


def severity(event):
    return "HIGH" if (event.get("bytes") or 0) > VERY_LARGE_BYTES else "DEFAULT"


def alert_context(event):
    return {
        "source_ip": event.get("srcAddr"),
        "destination_ip": event.get("dstAddr"),
        "port": event.get("dstPort"),
        "bytes": event.get("bytes"),
        "interface": event.get("interfaceId"),
    }
