"""Everything loaded at one moment: globals, data models, rules."""

import importlib
import importlib.abc
import importlib.machinery
import linecache
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


def _run_body(body, filename, module):
    try:
        exec(compile(body, filename, 'exec'), module.__dict__)
    finally:
        changed = restore(strictly=True)
        if changed:
            raise SharedChange(f'{filename} changes built-in names all detections share: {", ".join(changed)}')


class GlobalFinder(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """Imports the helper modules of the content under their ids."""

    def __init__(self):
        self.sources = {}

    def replace(self, sources):
        for name in self.sources:
            sys.modules.pop(name, None)
        self.sources = sources

    def find_spec(self, fullname, path=None, target=None):
        if fullname not in self.sources:
            return None
        return importlib.machinery.ModuleSpec(fullname, self)

    def create_module(self, spec):
        return None

    def exec_module(self, module):
        name = module.__name__
        filename = f'{name}.py'
        _remember_source(filename, self.sources[name])
        module.__file__ = filename
        _run_body(self.sources[name], filename, module)


globals_finder = GlobalFinder()


class Rule:
    """One loaded detection."""

    def __init__(self, spec, module):
        self.id = spec['id']
        self.kind = spec.get('kind') or ('RULE' if spec.get('logTypes') else 'SCHEDULED_RULE')
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
        self.modules_made += 1
        module = types.ModuleType(f'margay_detection_{self.modules_made}')
        filename = f'{label}.py'
        module.__file__ = filename
        _remember_source(filename, body)
        sys.modules[module.__name__] = module
        try:
            _run_body(body, filename, module)
        except BaseException:
            sys.modules.pop(module.__name__, None)
            raise
        return module

    def begin(self, global_sources):
        if globals_finder not in sys.meta_path:
            sys.meta_path.insert(0, globals_finder)
        globals_finder.replace(global_sources)
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
