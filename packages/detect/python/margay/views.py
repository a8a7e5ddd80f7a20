"""Read-only views over parsed JSON.

A view holds a reference to the parsed object and never copies it. Keys are found exactly first, then without
regard to case; where several keys differ in case only, the first in document order wins. Views of nested
objects are made once and kept, because many rules ask the same event for the same field.
"""

from collections.abc import Mapping, Sequence

MISSING = object()


def view_of(value):
    """A read-only view of parsed JSON, or the value itself where it is a scalar."""
    kind = type(value)
    if kind is dict:
        return ImmutableCaseInsensitiveDict(value)
    if kind is list:
        return ImmutableList(value)
    return value


def native(value):
    """A deep, mutable copy made of plain dicts and lists; views inside are unwrapped."""
    if isinstance(value, ImmutableCaseInsensitiveDict):
        value = value._data
    elif isinstance(value, ImmutableList):
        value = value._data
    if isinstance(value, Mapping):
        return {key: native(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [native(item) for item in value]
    return value


def json_encoder(value):
    """For `json.dumps(x, default=...)`: unwraps views, refuses everything else json cannot write."""
    if isinstance(value, (ImmutableCaseInsensitiveDict, ImmutableList)):
        return value._data
    raise TypeError(f'Object of type {type(value).__name__} is not JSON serializable')


class ImmutableCaseInsensitiveDict(Mapping):
    """A JSON object a rule can read but not change."""

    __slots__ = ('_data', '_folded', '_views')

    def __init__(self, container=None):
        if container is None:
            container = {}
        if isinstance(container, ImmutableCaseInsensitiveDict):
            container = container._data
        elif type(container) is not dict:
            container = native(dict(container))
        self._data = container
        self._folded = None
        self._views = None

    def _find(self, key):
        """The stored value for a key that is not there in this spelling."""
        if type(key) is not str:
            return MISSING
        folded = self._folded
        if folded is None:
            folded = {}
            for name in self._data:
                if type(name) is str:
                    folded.setdefault(name.lower(), name)
            self._folded = folded
        name = folded.get(key.lower(), MISSING)
        return MISSING if name is MISSING else self._data[name]

    def _view(self, key, value):
        views = self._views
        if views is None:
            views = self._views = {}
        found = views.get(key)
        if found is None:
            found = views[key] = view_of(value)
        return found

    def get(self, key, default=None):
        value = self._data.get(key, MISSING)
        if value is MISSING:
            value = self._find(key)
            if value is MISSING:
                return default
        kind = type(value)
        if kind is dict or kind is list:
            return self._view(key, value)
        return value

    def __getitem__(self, key):
        value = self.get(key, MISSING)
        if value is MISSING:
            raise KeyError(key)
        return value

    def __contains__(self, key):
        return key in self._data or self._find(key) is not MISSING

    def __iter__(self):
        return iter(self._data)

    def __len__(self):
        return len(self._data)

    def __bool__(self):
        return bool(self._data)

    def __eq__(self, other):
        if isinstance(other, ImmutableCaseInsensitiveDict):
            return self._data == other._data
        if isinstance(other, Mapping):
            return self._data == native(other)
        return NotImplemented

    __hash__ = None

    def __repr__(self):
        # As panther_core prints it: titles and dedup strings of f-strings hold it.
        return f'{type(self).__name__}({self._data!r})'

    def __setitem__(self, key, value):
        raise TypeError(f"'{type(self).__name__}' is read-only: events cannot be changed; use .to_dict() for a copy")

    def __delitem__(self, key):
        raise TypeError(f"'{type(self).__name__}' is read-only: events cannot be changed; use .to_dict() for a copy")

    def to_dict(self):
        return native(self._data)

    def copy(self):
        return native(self._data)

    def __copy__(self):
        return native(self._data)

    def __deepcopy__(self, memo):
        return native(self._data)

    def deep_get(self, *keys, default=None):
        """The value at a path of mappings; the default where a step is missing or the value is null."""
        value = self
        for key in keys:
            # Of an event, which is a kind of view, asking for the kind costs more than the look itself.
            if value is not self and not isinstance(value, ImmutableCaseInsensitiveDict):
                return default
            value = value.get(key)
            if value is None:
                return default
        return value

    def deep_walk(self, *keys, default=None, return_val='all'):
        """Like deep_get, but fans out over lists; several different values come back as a list."""
        if return_val not in ('all', 'first', 'last'):
            raise ValueError(f"return_val is {return_val!r}; it must be 'all', 'first' or 'last'")
        value = _reach(self, keys, return_val)
        return default if value is MISSING else value

    @staticmethod
    def json_encoder(value):
        """For rules: gives copies, never what the views of others look at."""
        return native(json_encoder(value))


class ImmutableList(Sequence):
    """A JSON array a rule can read but not change."""

    __slots__ = ('_data', '_views')

    def __init__(self, container=()):
        if isinstance(container, ImmutableList):
            container = container._data
        elif type(container) is not list:
            container = native(list(container))
        self._data = container
        self._views = None

    def _items(self):
        views = self._views
        if views is None:
            views = self._views = [view_of(item) for item in self._data]
        return views

    def __getitem__(self, index):
        if isinstance(index, slice):
            return ImmutableList(self._data[index])
        return self._items()[index]

    def __iter__(self):
        return iter(self._items())

    def __len__(self):
        return len(self._data)

    def __contains__(self, item):
        if isinstance(item, (ImmutableCaseInsensitiveDict, ImmutableList, dict, list, tuple)):
            item = native(item)
        return item in self._data

    def __eq__(self, other):
        if isinstance(other, ImmutableList):
            return self._data == other._data
        if isinstance(other, (list, tuple)):
            return self._data == native(other)
        return NotImplemented

    __hash__ = None

    def __repr__(self):
        # As panther_core prints it, which keeps the items in a tuple.
        return f'{type(self).__name__}({tuple(self._data)!r})'

    def __setitem__(self, index, value):
        raise TypeError(f"'{type(self).__name__}' is read-only: events cannot be changed; use .as_list() for a copy")

    def as_list(self):
        return native(self._data)

    def copy(self):
        return native(self._data)

    def __copy__(self):
        return native(self._data)

    def __deepcopy__(self, memo):
        return native(self._data)


def _is_hollow(value):
    """An empty list, or a list of such."""
    return isinstance(value, ImmutableList) and all(_is_hollow(item) for item in value)


def _reach(value, keys, return_val):
    for position, key in enumerate(keys):
        if isinstance(value, ImmutableCaseInsensitiveDict):
            value = value.get(key)
            if value is None:
                return MISSING
        elif isinstance(value, ImmutableList):
            return _fan_out(value, keys[position:], return_val)
        else:
            return MISSING
    if isinstance(value, ImmutableList):
        # A plain list: rules ask isinstance(value, list) to tell one value from several.
        return MISSING if _is_hollow(value) else list(value)
    return MISSING if value is None else value


def _fan_out(items, keys, return_val):
    found = []
    for item in items:
        value = _reach(item, keys, return_val)
        if value is MISSING:
            continue
        for part in value if isinstance(value, list) else (value,):
            if part not in found:
                found.append(part)
    if not found:
        return MISSING
    if return_val == 'first' or len(found) == 1:
        return found[0]
    return found[-1] if return_val == 'last' else found
