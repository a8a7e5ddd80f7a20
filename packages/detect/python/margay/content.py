"""Everything loaded at one moment: globals, data models, rules."""

import ast
import datetime
import importlib
import importlib.abc
import importlib.machinery
import linecache
import re
import sys
import types

from margay import functions
from margay.conditions import Sources, analyse
from margay.faults import describe, last_line, line_in
from margay.models import DataModel
from margay.shared import SharedChange, restore
from margay.wire import encode


def _remember_source(filename, text):
    """So that error reports can quote the line."""
    linecache.cache[filename] = (len(text), None, text.splitlines(True), filename)


def _run_code(code, filename, module):
    try:
        exec(code, module.__dict__)
    finally:
        changed = restore(strictly=True)
        if changed:
            raise SharedChange(f'{filename} changes built-in names all detections share: {", ".join(changed)}')


class HelperFinder(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """Imports the helper modules of the content under their ids.

    A helper that keeps anything changeable is loaded anew for each detection: what one leaves in its copy, no other
    ever sees.
    """

    def __init__(self):
        self.sources = {}
        self._code = {}
        self._shared = {}

    def replace(self, sources):
        self._forget(self.sources)
        self.sources = sources
        self._code = {}
        self._shared = {}

    def begin_detection(self):
        """What is imported from now on is for another detection."""
        self._forget(name for name in self.sources if name not in self._shared)

    def _forget(self, names):
        for name in names:
            sys.modules.pop(name, None)

    def find_spec(self, fullname, path=None, target=None):
        if fullname not in self.sources:
            return None
        return importlib.machinery.ModuleSpec(fullname, self)

    def create_module(self, spec):
        return None

    def exec_module(self, module):
        name = module.__name__
        filename = f'{name}.py'
        code = self._code.get(name)
        if code is None:
            text = self.sources[name]
            _remember_source(filename, text)
            code = self._code[name] = compile(text, filename, 'exec')
        module.__file__ = filename
        _run_code(code, filename, module)
        if self._is_shareable(module):
            self._shared[name] = module

    def _is_shareable(self, module):
        """Whether it holds nothing that could change: functions, texts, numbers and what other such helpers give."""
        name = module.__name__
        return not _binds_anew(self.sources[name]) and all(
            self._is_constant(value, name) for key, value in vars(module).items() if not key.startswith('__')
        )

    def _is_constant(self, value, name):
        if isinstance(value, (tuple, frozenset)):
            return all(self._is_constant(item, name) for item in value)
        if isinstance(value, types.ModuleType):
            return self._stays(value.__name__, name)
        if isinstance(value, types.FunctionType):
            defaults = (*(value.__defaults__ or ()), *(value.__kwdefaults__ or {}).values())
            return (
                value.__closure__ is None
                and self._stays(value.__module__, name)
                and all(self._is_constant(item, name) for item in defaults)
            )
        if isinstance(value, types.BuiltinFunctionType):
            return value.__self__ is None or isinstance(value.__self__, types.ModuleType)
        if isinstance(value, type):
            return value.__module__ not in self.sources
        return value is None or isinstance(value, _CONSTANTS)

    def _stays(self, home, name):
        return home == name or home not in self.sources or home in self._shared


_CONSTANTS = (bool, int, float, complex, str, bytes, re.Pattern, datetime.timedelta, datetime.tzinfo)
helper_finder = HelperFinder()


def _binds_anew(text):
    return any(isinstance(node, ast.Global) for node in ast.walk(ast.parse(text)))


class Rule:
    """One loaded detection."""

    def __init__(self, spec, module):
        self.id = spec['id']
        self.kind = spec['kind']
        self.module = module
        self.create_alert = spec.get('createAlert', True)
        self.entry = 'policy' if self.kind == 'POLICY' else 'rule'
        # A policy alerts on what does not comply.
        self.alerting = self.kind != 'POLICY'
        self.function = getattr(module, self.entry, None)
        if self.function is None and self.kind == 'SCHEDULED_RULE':
            self.function = _always
        if not callable(self.function):
            raise ImportError(f'the body has no function {self.entry}(event)')
        self.body = spec['body']
        self.auxiliary = functions.defined(module, self.create_alert)


def _always(event):
    return True


class Content:
    def __init__(self):
        self.rules = {}
        self.models = {}
        self.modules_made = 0
        self.sources = Sources({})

    def fresh_module(self, label, body):
        """A new module from source text; registered, because dataclasses look their module up."""
        helper_finder.begin_detection()
        self.modules_made += 1
        module = types.ModuleType(f'margay_detection_{self.modules_made}')
        filename = f'{label}.py'
        module.__file__ = filename
        _remember_source(filename, body)
        sys.modules[module.__name__] = module
        try:
            _run_code(compile(body, filename, 'exec'), filename, module)
        except BaseException:
            sys.modules.pop(module.__name__, None)
            raise
        return module

    def begin(self, global_sources):
        if helper_finder not in sys.meta_path:
            sys.meta_path.insert(0, helper_finder)
        helper_finder.replace(global_sources)
        importlib.invalidate_caches()
        self.sources = Sources(global_sources)
        self.rules = {}
        self.models = {}

    def load_global(self, name):
        importlib.import_module(name)

    def load_model(self, spec):
        body = spec.get('body')
        module = self.fresh_module(spec['id'], body) if body else None
        model = DataModel(spec['mappings'], module)
        for log_type in spec['logTypes']:
            if log_type in self.models:
                raise ValueError(f'the log type {log_type} has another enabled data model; disable one of the two')
        for log_type in spec['logTypes']:
            self.models[log_type] = model

    def load_rule(self, number, spec):
        """`number` is the rule's place in the content; a rejected rule leaves its place empty."""
        self.rules[number] = Rule(spec, self.fresh_module(spec['id'], spec['body']))

    def analyse(self, number):
        """What the text of a rule tells, as JSON data. See conditions.py and reads.py."""
        rule = self.rules[number]
        return analyse(rule.body, rule.module, self.sources) if rule.kind == 'RULE' else {}

    def model_of(self, event):
        """Chosen by the event's own log type; an event without one has none."""
        log_type = event.get('p_log_type')
        return self.models.get(log_type) if isinstance(log_type, str) else None


def rejection(error, label):
    """Why a body does not load, as JSON data."""
    found = {'error': describe(error)}
    line = line_in(error, f'{label}.py')
    if line is not None:
        found['line'] = line
    if isinstance(error, SyntaxError):
        found['error'] = f'{type(error).__name__}: {error.msg}'
        if error.offset is not None:
            found['column'] = error.offset
    else:
        found['traceback'] = last_line(error)
    return found


def as_json(value):
    return encode(value)
