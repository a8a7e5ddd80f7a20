"""One statement of a policy."""

from collections import namedtuple
from collections.abc import Mapping, Sequence, Set
from ipaddress import ip_network

ConditionTuple = namedtuple('ConditionTuple', 'category value')
PrincipalTuple = namedtuple('PrincipalTuple', 'category value')

# What a condition key narrows the callers down to.
_CATEGORIES = {
    'aws:sourcearn': 'arn',
    'aws:principalarn': 'arn',
    'aws:sourceaccount': 'account',
    'aws:sourceowner': 'account',
    'aws:principalaccount': 'account',
    'kms:calleraccount': 'account',
    's3:dataaccesspointaccount': 'account',
    'aws:principalorgid': 'organization',
    'aws:principalorgpaths': 'organization',
    'aws:resourceorgid': 'organization',
    'aws:sourceorgid': 'organization',
    'aws:sourceorgpaths': 'organization',
    'aws:userid': 'userid',
    'aws:username': 'userid',
    'aws:sourceip': 'cidr',
    'aws:vpcsourceip': 'cidr',
    'aws:sourcevpc': 'vpc',
    'aws:sourcevpce': 'vpce',
}
_OPERATORS = frozenset(
    'stringequals stringequalsignorecase stringlike arnequals arnlike ipaddress bool'.split()
)  # the affirmative ones: a negated condition names whom it shuts out, not whom it lets in


def as_list(value):
    """A policy may hold one thing or a list of them. Parts of events are views, so the shapes are asked for."""
    if value is None:
        return []
    is_many = isinstance(value, (Sequence, Set)) and not isinstance(value, str)
    return list(value) if is_many else [value]


class Statement:
    def __init__(self, statement):
        self.statement = statement

    @property
    def effect(self):
        return self.statement.get('Effect')

    @property
    def actions(self):
        return {action.lower() for action in as_list(self.statement.get('Action')) if isinstance(action, str)}

    @property
    def resources(self):
        return set(as_list(self.statement.get('Resource')))

    @property
    def principals(self):
        principal = self.statement.get('Principal', self.statement.get('NotPrincipal'))
        if isinstance(principal, Mapping):
            return {str(item) for part in principal.values() for item in as_list(part)}
        return {str(item) for item in as_list(principal)}

    @property
    def condition_entries(self):
        found = set()
        for operator, keys in (self.statement.get('Condition') or {}).items():
            plain = operator.lower().split(':')[-1].removesuffix('ifexists')
            if plain not in _OPERATORS:
                continue
            for key, values in keys.items():
                category = _CATEGORIES.get(key.lower())
                if category is not None:
                    found.update(ConditionTuple(category, str(value)) for value in as_list(values))
        return found

    def uses_not_principal(self):
        return 'NotPrincipal' in self.statement

    def is_internet_accessible(self):
        """Whether anyone at all may use it. A condition helps only where it names somebody."""
        if self.effect != 'Allow':
            return False
        if self.uses_not_principal():
            return True
        if not any(_is_everyone(principal) for principal in self.principals):
            return False
        entries = self.condition_entries
        return not entries or all(_lets_everyone(entry) for entry in entries)


def _is_everyone(principal):
    parts = principal.split(':')
    return principal == '*' or (principal.startswith('arn:') and len(parts) > 4 and parts[4] == '*')


def _lets_everyone(entry):
    if entry.category == 'cidr':
        try:
            return ip_network(entry.value, strict=False).prefixlen == 0
        except ValueError:
            return False
    if entry.category == 'arn':
        parts = entry.value.split(':')
        is_bucket = len(parts) > 2 and parts[2] == 's3' and '*' not in parts[-1][:1]
        return entry.value == '*' or (len(parts) > 4 and parts[4] in ('', '*') and not is_bucket)
    return entry.value == '*'
