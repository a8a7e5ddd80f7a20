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

# Set where each detection finds the interpreter as it was: what it changes is its own affair.
is_apart = False


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


def watch_runtime(modules):
    """Remembers what the runtime is made of, before anybody's code has run."""
    for module in modules:
        names = module.__dict__
        _runtime.append((module.__name__, names, dict(names)))
        for value in names.values():
            if isinstance(value, type) and value.__module__ == module.__name__:
                _functions.extend(item for item in vars(value).values() if isinstance(item, _Function))
            elif isinstance(value, _Function):
                _functions.append(value)
    _functions[:] = [(function, function.__code__) for function in dict.fromkeys(_functions)]


_Function = type(restore)
_runtime = []
_functions = []
# What the runtime itself sets after it was remembered: here, and in `host`.
_moving = {'is_strict', '_descriptor'}


def changed_runtime():
    """What is no longer as it was of the runtime's own names and code. Bodies that could do it never run where this is
    asked (confined.py); should one slip through, it is noticed."""
    found = [
        f'{name}.{key}'
        for name, names, saved in _runtime
        if names != saved
        for key in names.keys() | saved.keys()
        if key not in _moving and names.get(key, restore) is not saved.get(key, restore)
    ]
    found += [function.__qualname__ for function, code in _functions if function.__code__ is not code]
    return found


def changes():
    """After a rule has run: what it changed of what others use."""
    changed = restore()
    return changed if is_apart or not is_strict else [*changed, *changed_runtime()]
