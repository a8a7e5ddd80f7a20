"""Whether a name is mocked by a unit test."""

from unittest.mock import NonCallableMock


def is_mock(obj):
    return isinstance(obj, NonCallableMock)
