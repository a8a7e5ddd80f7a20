"""Reads times in the shapes logs use: ISO 8601, RFC 2822, and month names in several orders."""

import datetime
import re

from dateutil import tz


class ParserError(ValueError):
    """The text holds no time that can be read."""


class UnknownTimezoneWarning(RuntimeWarning):
    pass


_MONTHS = {
    name: number
    for number, names in enumerate(
        (
            'jan january', 'feb february', 'mar march', 'apr april', 'may', 'jun june', 'jul july', 'aug august',
            'sep sept september', 'oct october', 'nov november', 'dec december',
        ),
        1,
    )
    for name in names.split()
}  # fmt: skip
_TIME = re.compile(r'(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,](\d+))?)?\s*([ap]\.?m\.?)?', re.I)
_ZONE = re.compile(r'(?:\b(utc|gmt|z)\b|(?<=\d)(z)\b)|(?:(?:utc|gmt)?\s*([+-])(\d{2}):?(\d{2})?)$', re.I)
_ISO_DATE = re.compile(r'(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})')
_COMPACT = re.compile(r'^(\d{4})(\d{2})(\d{2})(?:T?(\d{2})(\d{2})(\d{2})?)?(Z)?$')
_SHORT_DATE = re.compile(r'\b(\d{1,2})[-/.](\d{1,2})[-/.](\d{4}|\d{2})\b')
_WORDS = re.compile(r'[A-Za-z]+|\d+')
_WEEKDAYS = 'mon tue wed thu fri sat sun'.split()
_FILLERS = ('t', 'at', 'on', 'and', 'of', 'st', 'nd', 'rd', 'th')


def parse(timestr, parserinfo=None, default=None, ignoretz=False, dayfirst=False, yearfirst=False, **kwargs):
    """A datetime; aware where the text names a zone. Fields the text lacks come from `default` (today, midnight)."""
    if isinstance(timestr, (bytes, bytearray)):
        timestr = timestr.decode()
    if not isinstance(timestr, str):
        raise TypeError(f'Parser must be a string or character stream, not {type(timestr).__name__}')
    text = timestr.strip()
    if not text:
        raise ParserError('String does not contain a date: %s' % timestr)
    base = default or datetime.datetime.now().replace(hour=0, minute=0, second=0, microsecond=0)
    try:
        found = _iso(text) or _loose(text, base, dayfirst)
    except (ValueError, OverflowError) as error:
        raise ParserError(f'{error}: {timestr}') from error
    return found.replace(tzinfo=None) if ignoretz else found


def isoparse(text):
    found = _iso(text if isinstance(text, str) else text.decode())
    if found is None:
        raise ParserError(f'not an ISO 8601 time: {text}')
    return found


def _iso(text):
    compact = _COMPACT.match(text)
    if compact:
        numbers = [int(part) for part in compact.groups()[:6] if part]
        return datetime.datetime(*numbers, tzinfo=tz.UTC if compact[7] else None)
    short = re.sub(r'([.,]\d{6})\d+', r'\1', text)  # logs carry nanoseconds
    try:
        found = datetime.datetime.fromisoformat(short.replace(' UTC', '+00:00'))
    except ValueError:
        return None
    return found.replace(tzinfo=tz.UTC) if found.utcoffset() == datetime.timedelta(0) else found


def _zone(text):
    match = _ZONE.search(text)
    if match is None:
        return None, text
    rest = text[: match.start()] + ' ' + text[match.end() :]
    if match[3] is None:
        return tz.UTC, rest
    minutes = int(match[4]) * 60 + int(match[5] or 0)
    return tz.tzoffset(None, (-60 if match[3] == '-' else 60) * minutes), rest


def _clock(text):
    match = _TIME.search(text)
    if match is None:
        return None, text
    hour, half = int(match[1]), (match[5] or '').lower()[:1]
    if half:
        hour = hour % 12 + (12 if half == 'p' else 0)
    micro = int((match[4] or '0')[:6].ljust(6, '0'))
    clock = datetime.time(hour, int(match[2]), int(match[3] or 0), micro)
    return clock, text[: match.start()] + ' ' + text[match.end() :]


def _loose(text, base, dayfirst):
    clock, rest = _clock(text)
    after_clock = rest
    zone, rest = _zone(rest) if clock else (None, rest)
    date, left = _date(rest if zone else after_clock, base, dayfirst)
    if date is None and clock is None:
        raise ValueError('Unknown string format')
    strange = [word for word in _WORDS.findall(left) if not _is_filler(word)]
    if strange:
        raise ValueError('Unknown string format')
    date = date or base.date()
    return datetime.datetime.combine(date, clock or base.time(), zone)


def _is_filler(word):
    lowered = word.lower()
    return lowered in _FILLERS or lowered[:3] in _WEEKDAYS


def _date(text, base, dayfirst):
    iso = _ISO_DATE.search(text)
    if iso:
        return datetime.date(*(int(part) for part in iso.groups())), text.replace(iso[0], ' ', 1)
    short = _SHORT_DATE.search(text)
    if short:
        return _short_date(short, dayfirst), text.replace(short[0], ' ', 1)
    return _named_date(text, base)


def _short_date(match, dayfirst):
    first, second, year = (int(part) for part in match.groups())
    if year < 100:
        year += 2000 if year < 69 else 1900
    if dayfirst or first > 12:
        first, second = second, first
    return datetime.date(year, first, second)


def _named_date(text, base):
    month, numbers, left = None, [], []
    for word in _WORDS.findall(text):
        if month is None and word.lower() in _MONTHS:
            month = _MONTHS[word.lower()]
        elif word.isdigit():
            numbers.append(word)
        else:
            left.append(word)
    if month is None:
        return None, text
    year = next((number for number in numbers if len(number) == 4), None)
    days = [int(number) for number in numbers if number is not year]
    if len(days) > 1 and year is None:
        year = 2000 + days.pop()
    if len(days) > 1:
        raise ValueError('Unknown string format')
    return datetime.date(int(year or base.year), month, days[0] if days else 1), ' '.join(left)
