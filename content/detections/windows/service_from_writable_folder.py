INSTALLED = (7045, 4697)
# In lower case; matched anywhere in the path of the service.
UNUSUAL = (
    "\\appdata\\",
    "\\perflogs\\",
    "\\programdata\\",
    "\\temp\\",
    "\\users\\public\\",
    "%comspec%",
    "cmd.exe",
    "powershell",
)


def _path(event):
    return event.get("ImagePath") or event.get("ServiceFileName") or ""


def rule(event):
    if event.get("EventID") not in INSTALLED:
        return False
    path = _path(event).lower().lstrip('"')
    return path.startswith("\\\\") or any(part in path for part in UNUSUAL)


def title(event):
    return f"Service {event.get('ServiceName')} on {event.get('Computer')} starts {_path(event)}"


def dedup(event):
    return f"{event.get('ServiceName')}:{event.get('Computer')}"


def alert_context(event):
    return {
        "computer": event.get("Computer"),
        "service": event.get("ServiceName"),
        "path": _path(event),
        "installed_by": event.get("SubjectUserName"),
        "runs_as": event.get("ServiceAccount") or event.get("AccountName"),
    }
