"""Counters, sets and dictionaries shared by all detections, kept by the server.

An expiry is given as seconds: below 1,000,000,000 from now on, above as a moment since 1970. What is neither a
number nor a numeric text means 90 days from now. Expired entries read as absent.
"""

import json
import time
from collections.abc import Mapping

from margay import host
from margay.views import json_encoder, native

_NINETY_DAYS = 90 * 24 * 3600
_FIRST_ABSOLUTE = 1_000_000_000


def _moment(epoch_seconds):
    """Seconds since 1970, or None for "leave it as it is"."""
    if epoch_seconds is None:
        return None
    try:
        seconds = int(float(epoch_seconds))
    except (TypeError, ValueError, OverflowError):
        seconds = _NINETY_DAYS
    return seconds if seconds >= _FIRST_ABSOLUTE else int(time.time()) + seconds


def _item(key):
    return host.call('cache.get', {'key': str(key)}) or {}


def _texts(value):
    values = [value] if isinstance(value, str) else list(value)
    return [item if isinstance(item, str) else str(item) for item in values]


def _put(key, part, value, epoch_seconds):
    item = {part: value}
    moment = _moment(epoch_seconds)
    if moment is not None:
        item['expiresAt'] = moment
    host.call('cache.put', {'key': str(key), 'item': item})


def get_counter(key, force_ttl_check=False):
    return int(_item(key).get('count', 0))


def increment_counter(key, val=1, epoch_seconds=_NINETY_DAYS):
    arguments = {'key': str(key), 'by': int(val), 'expiresAt': _moment(epoch_seconds)}
    return int(host.call('cache.increment', arguments))


def reset_counter(key):
    host.call('cache.reset', {'key': str(key), 'part': 'count'})


def set_key_expiration(key, epoch_seconds):
    host.call('cache.expire', {'key': str(key), 'expiresAt': _moment(epoch_seconds) or _moment(_NINETY_DAYS)})


def get_string_set(key, force_ttl_check=False):
    return set(_item(key).get('strings') or ())


def put_string_set(key, val, epoch_seconds=None):
    values = _texts(val or ())
    if not values:
        reset_string_set(key)
        return
    _put(key, 'strings', values, epoch_seconds)


def add_to_string_set(key, val, epoch_seconds=_NINETY_DAYS):
    return _change(key, _texts(val), [], epoch_seconds)


def remove_from_string_set(key, val, epoch_seconds=_NINETY_DAYS):
    return _change(key, [], _texts(val), epoch_seconds)


def _change(key, add, remove, epoch_seconds):
    arguments = {'key': str(key), 'add': add, 'remove': remove, 'expiresAt': _moment(epoch_seconds)}
    return set(host.call('cache.changeStrings', arguments) or ())


def reset_string_set(key):
    host.call('cache.reset', {'key': str(key), 'part': 'strings'})


def get_dictionary(key, force_ttl_check=False):
    text = _item(key).get('dictionary')
    return json.loads(text) if text else {}


def put_dictionary(key, val, epoch_seconds=None):
    if not isinstance(val, Mapping):
        raise TypeError(f'put_dictionary() takes a mapping, not {type(val).__name__}')
    try:
        text = json.dumps(native(val), default=json_encoder, allow_nan=False)
    except (TypeError, ValueError) as error:
        raise ValueError(f'the dictionary cannot be written as JSON: {error}') from error
    _put(key, 'dictionary', text, epoch_seconds)


def evaluate_threshold(key, threshold=10, expiry_seconds=3600):
    """Counts one more; at the threshold the counter starts over and the answer is True."""
    count = increment_counter(key)
    if count == 1:
        set_key_expiration(key, int(time.time()) + int(expiry_seconds))
    if count >= threshold:
        reset_counter(key)
        return True
    return False


def check_account_age(key):
    """Whether something was noted under this key and has not expired."""
    return isinstance(key, str) and bool(get_string_set(key))
