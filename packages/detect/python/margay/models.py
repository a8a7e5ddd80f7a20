"""Data models: one vocabulary over many log types."""

from margay.paths import Path, PathError
from margay.views import native, view_of


class PathMapping:
    def __init__(self, name, path):
        self.name = name
        self.path = Path(path)
        self.source = self.path.plain

    def read(self, event, default):
        found = self.path.find(event._data)
        if not found:
            return default
        if len(found) > 1:
            raise PathError(f'the path {self.path.text!r} of {self.name!r} found {len(found)} values; one is wanted')
        return view_of(found[0])


class MethodMapping:
    def __init__(self, name, method):
        self.name = name
        self.method = method
        self.source = method.__name__

    def read(self, event, default):
        value = self.method(event)
        return view_of(native(value)) if isinstance(value, (dict, list, tuple)) else value


class DataModel:
    """The mappings of one model. `module` holds its methods and may be None."""

    def __init__(self, mappings, module):
        self.mappings = {}
        for mapping in mappings:
            name = mapping['name']
            if mapping.get('path') is not None:
                self.mappings[name] = PathMapping(name, mapping['path'])
                continue
            method = getattr(module, mapping.get('method') or '', None)
            if not callable(method):
                raise ValueError(f'the mapping {name!r} names the method {mapping.get("method")!r}, which its body lacks')
            self.mappings[name] = MethodMapping(name, method)
