"""`parse(path).find(value)` over our own JSONPath."""

from margay.paths import Path, PathError
from margay.views import native

JsonPathParserError = PathError


class DatumInContext:
    def __init__(self, value, path):
        self.value = value
        self.path = path

    def __repr__(self):
        return f'DatumInContext(value={self.value!r})'


class JSONPath:
    def __init__(self, text):
        self._path = Path(text)

    def find(self, value):
        return [DatumInContext(found, self) for found in self._path.find(native(value))]

    def __str__(self):
        return self._path.plain


def parse(text):
    return JSONPath(text)
