"""Notices when a body changed the built-in names all detections share, and puts them back."""

import builtins
from operator import is_ as _is

# Bound here: what is looked for may be the very names used to look.
_all, _len, _list, _map, _str = all, len, list, map, str
_live = builtins.__dict__
_saved = dict(_live)
_values = _list(_saved.values())

# An object put in place of a name may claim to equal anything. Identity tells, but takes four times as long.
is_strict = False


class SharedChange(RuntimeError):
    """A body changed what all detections share."""


def _is_same(strictly):
    if not strictly:
        return _live == _saved
    return _len(_live) == _len(_saved) and _all(_map(_is, _map(_live.get, _saved), _values))


def restore(strictly=False):
    """The names that were changed, now as they were; empty when none was."""
    if _is_same(strictly or is_strict):
        return ()
    changed = [name for name in _saved if _live.get(name, restore) is not _saved[name]]
    added = [name for name in _list(_live) if name not in _saved]
    _live.update(_saved)
    for name in added:
        del _live[name]
    return [_str(name) for name in changed + added]
