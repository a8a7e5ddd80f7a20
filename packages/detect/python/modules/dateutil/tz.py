"""Fixed time zones."""

import datetime

UTC = datetime.timezone.utc


def tzutc():
    return UTC


def tzoffset(name, offset):
    """`offset` in seconds, or as a timedelta."""
    if not isinstance(offset, datetime.timedelta):
        offset = datetime.timedelta(seconds=offset)
    return datetime.timezone(offset, name) if name else datetime.timezone(offset)


def gettz(name=None):
    return UTC if name in (None, 'UTC', 'GMT', 'Z') else None


def tzlocal():
    return UTC
