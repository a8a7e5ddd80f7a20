OPEN = {"people_with_link", "public_on_the_web"}


def rule(event):
    if event.deep_get("id", "applicationName") != "drive" or event.get("name") != "change_document_visibility":
        return False
    before = event.deep_get("parameters", "old_visibility")
    return event.deep_get("parameters", "visibility") in OPEN and before not in OPEN


def _document(event):
    return event.deep_get("parameters", "doc_title") or event.deep_get("parameters", "doc_id", default="unnamed")


def title(event):
    actor = event.deep_get("actor", "email", default="someone")
    return f"{actor} opened the document {_document(event)} to everyone"


def severity(event):
    return "MEDIUM" if event.deep_get("parameters", "visibility") == "public_on_the_web" else "DEFAULT"


def alert_context(event):
    return {
        "actor": event.deep_get("actor", "email"),
        "source_ip": event.get("ipAddress"),
        "document": _document(event),
        "document_id": event.deep_get("parameters", "doc_id"),
        "visibility": event.deep_get("parameters", "visibility"),
        "owner": event.deep_get("parameters", "owner"),
    }
