from margay_network import is_external, is_internal

# Suricata counts downwards: 1 is the most severe.
MOST_SEVERE = 1


def rule(event):
    return event.deep_get("alert", "severity") == MOST_SEVERE and event.deep_get("alert", "action") == "allowed"


def title(event):
    signature = event.deep_get("alert", "signature", default="an unnamed signature")
    return f"{signature}: {event.get('src_ip')} to {event.get('dest_ip')}"


def dedup(event):
    return f"{event.deep_get('alert', 'signature_id')}:{event.get('src_ip')}:{event.get('dest_ip')}"


def severity(event):
    outbound = is_internal(event.get("src_ip")) and is_external(event.get("dest_ip"))
    return "HIGH" if outbound else "DEFAULT"


def alert_context(event):
    return {
        "signature": event.deep_get("alert", "signature"),
        "signature_id": event.deep_get("alert", "signature_id"),
        "category": event.deep_get("alert", "category"),
        "source_ip": event.get("src_ip"),
        "destination_ip": event.get("dest_ip"),
        "destination_port": event.get("dest_port"),
        "protocol": event.get("proto"),
    }
