"""JSON as the runtime itself writes and reads it.

The C functions are bound at start: rules share the json module, and what they change there must not change what the
runtime tells, or how it reads what other rules get.
"""

from json.decoder import JSONDecoder
from json.encoder import c_make_encoder, encode_basestring
from json.scanner import c_make_scanner

BLANK = ' \t\n\r'
LONGEST_INTEGER = 4000


def _refuse(value):
    raise TypeError(f'Object of type {type(value).__name__} is not JSON serializable')


def encode(value, default=_refuse, allow_nan=True):
    """JSON text. `default` gives what stands for an object JSON does not know."""
    write = c_make_encoder({}, default, encode_basestring, None, ': ', ', ', False, False, allow_nan)
    return ''.join(write(value, 0))


def _integer(text):
    """Python refuses to read integers of more digits than this; as a float they do no harm."""
    return int(text) if len(text) <= LONGEST_INTEGER else float(text)


_scan = c_make_scanner(JSONDecoder())
_scan_patiently = c_make_scanner(JSONDecoder(parse_int=_integer))


def _read(scan, text):
    try:
        value, end = scan(text, 0)
    except StopIteration as stop:
        raise ValueError(f'no JSON value at character {stop.value}') from None
    if text[end:].strip(BLANK):
        raise ValueError(f'more text after the JSON value, at character {end}')
    return value


def decode(text):
    """The value of a JSON text."""
    text = text.lstrip(BLANK)
    try:
        return _read(_scan, text)
    except ValueError:
        return _read(_scan_patiently, text)
