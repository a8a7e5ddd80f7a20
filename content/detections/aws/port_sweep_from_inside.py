from margay_network import is_internal


def rule(event):
    if event.get("action") != "REJECT":
        return False
    return is_internal(event.get("srcAddr")) and is_internal(event.get("dstAddr"))


def unique(event):
    return f"{event.get('dstAddr')}:{event.get('dstPort')}"


def dedup(event):
    return event.get("srcAddr")


def title(event):
    return f"{event.get('srcAddr')} tries many ports of internal hosts"


def alert_context(event):
    return {"source_ip": event.get("srcAddr"), "last_tried": unique(event)}
