"""JSONPath for data models and for rules that import `jsonpath_ng`.

Understood: `$` (optional), `.name`, `['name']`, `["name"]`, `[0]`, `[-1]`, `[*]`, `.*`, `..name`, `..*` and
`[?(@.path == 'text')]` with `==`, `!=`, `<`, `<=`, `>`, `>=` or a bare path. Names are case-sensitive.
"""

import operator
import re

_TOKEN = re.compile(
    r"""
      \.\.(?P<deep>[^.\[\]*]+|\*|(?=\[))
    | \.?\[\s*(?:'(?P<single>[^']*)'|"(?P<double>[^"]*)")\s*\]
    | \.?\[\s*(?P<index>-?\d+)\s*\]
    | \.?\[\s*(?P<all>\*)\s*\]
    | \.?\[\s*\?\s*\(?(?P<filter>[^\]]*?)\)?\s*\]
    | \.?(?P<star>\*)
    | \.?(?P<name>[^.\[\]*$]+)
    """,
    re.VERBOSE,
)
_FILTER = re.compile(r"@\.?(?P<path>[^=!<>\s]*)\s*(?:(?P<op>==|=|!=|<=|>=|<|>)\s*(?P<value>.+))?$")
_OPERATORS = {
    '==': operator.eq,
    '=': operator.eq,
    '!=': operator.ne,
    '<': operator.lt,
    '<=': operator.le,
    '>': operator.gt,
    '>=': operator.ge,
}


class PathError(ValueError):
    """A path that cannot be read, or that found more than one value where one is wanted."""


def _literal(text):
    text = text.strip()
    if text[:1] in ('"', "'") and text[-1:] == text[:1] and len(text) > 1:
        return text[1:-1]
    lowered = text.lower()
    if lowered in ('true', 'false', 'null', 'none'):
        return {'true': True, 'false': False}.get(lowered)
    try:
        return float(text) if any(mark in text for mark in '.eE') else int(text)
    except ValueError:
        raise PathError(f'{text!r} is neither a quoted text nor a number') from None


def _filter_step(text):
    match = _FILTER.match(text.strip())
    if match is None:
        raise PathError(f'the filter {text!r} is not understood; write [?(@.name == "text")]')
    inner = Path(match['path'])
    if match['op'] is None:
        return ('filter', lambda item: bool(inner.find(item)))
    compare, wanted = _OPERATORS[match['op']], _literal(match['value'])

    def holds(item):
        try:
            return any(compare(found, wanted) for found in inner.find(item))
        except TypeError:
            return False

    return ('filter', holds)


def _step(match):
    if match['deep'] is not None:
        return ('deep', match['deep'])
    for name in ('single', 'double', 'name'):
        if match[name] is not None:
            return ('key', match[name].strip() if name == 'name' else match[name])
    if match['index'] is not None:
        return ('index', int(match['index']))
    if match['filter'] is not None:
        return _filter_step(match['filter'])
    return ('all', None)


def _children(value):
    if isinstance(value, dict):
        return list(value.values())
    return list(value) if isinstance(value, list) else []


def _descend(value):
    stack = [value]
    while stack:
        item = stack.pop()
        yield item
        stack.extend(reversed(_children(item)))


def _take(value, kind, argument):
    if kind == 'key':
        return [value[argument]] if isinstance(value, dict) and argument in value else []
    if kind == 'index':
        inside = isinstance(value, list) and -len(value) <= argument < len(value)
        return [value[argument]] if inside else []
    if kind == 'all':
        return _children(value)
    if kind == 'filter':
        items = value if isinstance(value, list) else [value]
        return [item for item in items if argument(item)]
    found = []
    for item in _descend(value):
        if argument == '*':
            found.extend(_children(item))
        elif argument == '':
            found.append(item)
        elif isinstance(item, dict) and argument in item:
            found.append(item[argument])
    return found


class Path:
    """One compiled path over parsed JSON (plain dicts and lists)."""

    def __init__(self, text):
        self.text = text
        rest = text.strip().removeprefix('$')
        self.steps = []
        position = 0
        while position < len(rest):
            match = _TOKEN.match(rest, position)
            if match is None or match.end() == position:
                raise PathError(f'the path {text!r} is not understood at {rest[position:]!r}')
            self.steps.append(_step(match))
            position = match.end()
        kinds = {kind for kind, _ in self.steps}
        self.keys = [key for _, key in self.steps] if kinds <= {'key'} else None

    @property
    def plain(self):
        """The path without the root mark."""
        return self.text.strip().removeprefix('$').removeprefix('.')

    def find(self, value):
        """All values the path reaches, in document order."""
        if self.keys is not None:
            for key in self.keys:
                if type(value) is not dict or key not in value:
                    return []
                value = value[key]
            return [value]
        found = [value]
        for kind, argument in self.steps:
            found = [result for item in found for result in _take(item, kind, argument)]
        return found
