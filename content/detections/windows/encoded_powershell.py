from margay_text import decoded_powershell

PROCESS_CREATED = (1, 4688)
SHELLS = ("powershell.exe", "pwsh.exe", "powershell_ise.exe")
# What scripts use to load more, or to run text as code.
LOADERS = ("downloadstring", "downloadfile", "invoke-webrequest", "iex", "invoke-expression", "frombase64string")


def _program(event):
    return event.get("Image") or event.get("NewProcessName") or ""


def _script(event):
    return decoded_powershell(event.get("CommandLine"))


def rule(event):
    if event.get("EventID") not in PROCESS_CREATED:
        return False
    if _program(event).lower().rsplit("\\", 1)[-1] not in SHELLS:
        return False
    return _script(event) is not None


def _user(event):
    return event.get("User") or event.get("SubjectUserName") or "Someone"


def title(event):
    return f"{_user(event)} started PowerShell with an encoded script on {event.get('Computer')}"


def severity(event):
    script = _script(event).lower()
    return "HIGH" if any(loader in script for loader in LOADERS) else "DEFAULT"


def alert_context(event):
    return {
        "computer": event.get("Computer"),
        "user": _user(event),
        "parent": event.get("ParentImage") or event.get("ParentProcessName"),
        "command_line": event.get("CommandLine"),
        "script": _script(event)[:2000],
    }
