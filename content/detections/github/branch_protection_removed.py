from margay_github import actor, context, place

ACTIONS = {
    "protected_branch.destroy": "removed the protection of",
    "protected_branch.policy_override": "went around the protection of",
    "repository_ruleset.destroy": "removed a rule set of",
}


def rule(event):
    return event.get("action") in ACTIONS


def _branch(event):
    return event.get("branch") or event.get("name") or event.get("ruleset_name") or "a branch"


def title(event):
    return f"{actor(event)} {ACTIONS[event.get('action')]} {_branch(event)} in {place(event)}"


def alert_context(event):
    return context(event, branch=_branch(event), overridden=list(event.get("overridden_codes") or []))
