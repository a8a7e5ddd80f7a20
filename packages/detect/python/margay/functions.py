"""The functions of a detection: which there are, what each may return, how long it may be."""

from collections.abc import Mapping, Sequence

from margay.faults import describe
from margay.views import json_encoder
from margay.wire import encode

SEVERITIES = ('INFO', 'LOW', 'MEDIUM', 'HIGH', 'CRITICAL')
SUFFIX = '... (truncated)'

# A rule's own kind of text may lie about its length or its letters; this is what it holds.
_letters_of = str.__str__

limits = {'text': 1000, 'dedup': 1000, 'destinations': 10, 'context': 204_800}


class WrongReturn(TypeError):
    """A function returned something its contract does not allow."""


def _shown(value):
    return f'{type(value).__name__} ({value!r:.60})'


def cut(text, limit):
    return text if len(text) <= limit else text[: limit - len(SUFFIX)] + SUFFIX


def _text(name, value):
    if not isinstance(value, str):
        raise WrongReturn(f'{name}() returned {_shown(value)}; it must return text')
    return cut(_letters_of(value), limits['dedup' if name == 'dedup' else 'text'])


def _severity(name, value):
    text = str.upper(value) if isinstance(value, str) else None
    if text == 'DEFAULT':
        return None
    if text not in SEVERITIES:
        allowed = ', '.join(SEVERITIES)
        raise WrongReturn(f'severity() returned {_shown(value)}; it must be one of {allowed} or DEFAULT')
    return text


def _destinations(name, value):
    if value is None:
        return None
    items = None if isinstance(value, str) or not isinstance(value, Sequence) else list(value)
    if items is None or not all(isinstance(item, str) for item in items):
        raise WrongReturn(f'destinations() returned {_shown(value)}; it must return a list of texts or None')
    texts = (cut(_letters_of(item), limits['text']) for item in items)
    return list(dict.fromkeys(texts))[: limits['destinations']]


def _unique(name, value):
    if value is None or value == '':
        return None
    return _text(name, value)


def context_text(value):
    """The alert context as JSON text within the limit."""
    if not isinstance(value, Mapping):
        raise WrongReturn(f'alert_context() returned {_shown(value)}; it must return a dictionary')
    text = encode(value, json_encoder, allow_nan=False)
    limit = limits['context']
    if len(text) > limit:
        message = f'alert_context() is {len(text)} characters of JSON; at most {limit} are kept'
        return encode({'_error': message})
    return text


def _context(name, value):
    return context_text(value)


# In the order they run for one match. One event's functions run back to back, because rules keep state
# in module variables between rule() and title().
AUXILIARY = (
    ('title', _text),
    ('description', _text),
    ('reference', _text),
    ('severity', _severity),
    ('runbook', _text),
    ('destinations', _destinations),
    ('dedup', _text),
    ('alert_context', _context),
    ('unique', _unique),
)
SIGNAL_ONLY = (('alert_context', _context),)


def defined(module, create_alert):
    """The auxiliary functions a module has, as (name, function, check)."""
    wanted = AUXILIARY if create_alert else SIGNAL_ONLY
    found = ((name, getattr(module, name, None), check) for name, check in wanted)
    return [(name, function, check) for name, function, check in found if callable(function)]


def require_bool(name, value):
    if value is True or value is False:
        return value
    raise WrongReturn(f'{name}() returned {_shown(value)}; it must return True or False')


def run_auxiliary(functions, event, rule_id, create_alert):
    """The fields of one match. A function that fails leaves its field to the rule's own settings."""
    match, errors = {}, []
    for name, function, check in functions:
        try:
            value = check(name, function(event))
        except Exception as error:
            errors.append({'name': name, 'error': describe(error)})
            if name == 'alert_context':
                match['contextJson'] = encode({'_error': describe(error)})
            elif name == 'dedup':
                match['dedup'] = f'defaultDedupString:{rule_id}'
            continue
        if value is not None:
            match['contextJson' if name == 'alert_context' else name] = value
    if create_alert and not match.get('dedup'):
        has_dedup = any(name == 'dedup' for name, _, _ in functions)
        title = None if has_dedup else match.get('title')
        match['dedup'] = title or f'defaultDedupString:{rule_id}'
    if errors:
        match['functionErrors'] = errors
    return match
