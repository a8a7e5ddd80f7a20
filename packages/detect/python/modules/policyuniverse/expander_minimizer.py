"""Wildcards in actions. They are expanded over the actions listed in `known_actions`; a pattern that meets none of
those stays as it is."""

import functools
import re
from fnmatch import translate

from margay.views import native
from policyuniverse.known_actions import KNOWN_ACTIONS
from policyuniverse.statement import as_list

_SIGNS = ('*', '?')


@functools.lru_cache(maxsize=1024)
def _matching(pattern):
    if pattern == '*':
        pattern = '*:*'
    expression = re.compile(translate(pattern.replace('[', '[[]')))
    return frozenset(action for action in KNOWN_ACTIONS if expression.match(action))


def expand_actions(actions):
    """All known actions that lower-case patterns stand for."""
    found = set()
    for action in actions:
        pattern = action.lower()
        found |= (_matching(pattern) or {pattern}) if any(sign in pattern for sign in _SIGNS) else {pattern}
    return found


def get_actions_from_statement(statement):
    if 'NotAction' in statement:
        return set(KNOWN_ACTIONS) - expand_actions(as_list(statement['NotAction']))
    return expand_actions(as_list(statement.get('Action')))


def expand_policy(policy=None, **kwargs):
    """A copy of the policy in which every allowing statement lists its actions without wildcards."""
    expanded = native(policy if policy is not None else kwargs['policy'])
    expanded['Statement'] = as_list(expanded.get('Statement'))
    for statement in expanded['Statement']:
        if statement.get('Effect', '').lower() == 'deny':
            continue
        statement['Action'] = sorted(get_actions_from_statement(statement))
        statement.pop('NotAction', None)
    return expanded


def minimize_statement_actions(statement, minchars=None):
    """The actions of an allowing statement as short as they were written; `*` swallows the rest."""
    if statement['Effect'] != 'Allow':
        raise ValueError('minimize_statement_actions() takes an Allow statement')
    actions = {action.lower() for action in as_list(statement.get('Action'))}
    if 'NotAction' in statement:
        actions = get_actions_from_statement(statement)
    return ['*'] if '*' in actions else sorted(actions)
