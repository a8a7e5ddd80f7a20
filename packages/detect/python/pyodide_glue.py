"""What the worker calls. Runs once, after the runtime is importable; the only file that meets host objects."""

import random
import sys
import types
import unittest.mock  # in the snapshot, because tests need it at once
import datetime, fnmatch, ipaddress, re  # noqa: E401 - the same: most rules import these

from margay import confined, content as content_module
from margay import coverage as coverage_module, explain as explain_module, mutants as mutants_module
from margay import doors, evaluate, functions, host, output, shared, syntax, unit_tests
from margay import timing as timing_module
from margay.wire import decode

_content = content_module.Content()
_batch = None
_test_rule = None
_study = None


def begin(specification):
    """Text of the content: `{globals: {name: body}, limits: {...}}`."""
    parsed = decode(specification)
    functions.limits.update(parsed.get('limits') or {})
    output.capture()
    random.seed()
    _content.begin(parsed['globals'])


_helper_verdicts = {}


def confine_helpers(text):
    """JSON text: helper module to why it is not confined, or null. `text`: name to source."""
    global _helper_verdicts
    _helper_verdicts = confined.judge(decode(text))
    return content_module.as_json({name: _reason(verdict) for name, verdict in _helper_verdicts.items()})


def confine(body):
    """JSON text `{reason, usesModels}` of one body; the reason is null where it is confined. Runs nothing of it."""
    verdict = confined.body_or_reason(body, _helper_verdicts)
    uses_models = True if isinstance(verdict, str) else verdict.uses_models
    return content_module.as_json({'reason': _reason(verdict), 'usesModels': uses_models})


def _reason(verdict):
    return verdict if isinstance(verdict, str) else None


def begin_detection():
    """After an image of the interpreter was put back: chance is not to repeat itself."""
    shared.is_apart = True
    random.seed()


def _attempt(label, action):
    """None when it worked, else the rejection as JSON text. Interrupts pass through."""
    output.capture()
    try:
        return action()
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        return content_module.as_json(content_module.rejection(error, label))


def load_global(name):
    def action():
        _content.load_global(name)

    return _attempt(name, action)


def load_model(text):
    spec = decode(text)

    def action():
        _content.load_model(spec)

    return _attempt(spec['id'], action)


def load_rule(number, text):
    spec = decode(text)

    def action():
        _content.load_rule(number, spec)

    return _attempt(spec['id'], action)


def load_batch(events, positions, is_careful):
    global _batch
    shared.is_strict = is_careful
    _batch = evaluate.Batch(_content, str(events.to_bytes(), 'utf-8', 'replace'), memoryview(positions.to_bytes()).cast('I'))
    return len(_batch.raw)


def drop_batch():
    """What rules changed of the names all share without showing it, or None."""
    global _batch
    changed = [*shared.restore(strictly=True), *shared.changed_runtime()]
    _batch = None
    shared.restore(strictly=True)  # letting go may have run a rule's code
    return ', '.join(changed) or None


def run_rule(number, start, stop):
    rule = _content.rules.get(number)
    if rule is None:
        raise LookupError('the detection did not load again; see whether its body always loads the same way')
    return evaluate.run_rule(_batch, rule, start, stop)


_probe_rule = types.SimpleNamespace(
    id='probe', kind='RULE', entry='rule', function=lambda event: True, alerting=True, auxiliary=[], create_alert=True
)


def probe():
    """What a match looks like. Another answer: the body loaded last has changed the runtime."""
    batch = evaluate.Batch(_content, '[{}]', memoryview(bytes(4)).cast('I'))
    return evaluate.run_rule(batch, _probe_rule, 0, 1)


def analyse_rule(number):
    """JSON text of what the rule's text tells, or None where it tells nothing."""
    found = _content.analyse(number)
    return content_module.as_json(found) if found else None


def load_test_rule(text):
    """A rule under test, in a fresh module. None when it loads."""
    global _test_rule
    _test_rule = None
    spec = decode(text)

    def action():
        global _test_rule
        _test_rule = content_module.Rule(spec, _content.fresh_module(spec['id'], spec['body']))

    return _attempt(spec['id'], action)


def run_test(text):
    return content_module.as_json(unit_tests.run_test(_content, _test_rule, decode(text)))


def explain(rule, event):
    """JSON text; see explain.py."""
    return content_module.as_json(explain_module.explain_text(_content, rule, event))


def time_rule(rule, events, budget_seconds):
    """JSON text; see timing.py."""
    return content_module.as_json(timing_module.timing_text(_content, rule, events, budget_seconds))


def begin_coverage(rule):
    """None when the body loads."""
    spec = decode(rule)

    def action():
        global _study
        _study = coverage_module.Coverage(_content, spec)

    return _attempt(spec['id'], action)


def cover_test(test):
    return content_module.as_json(_study.run(decode(test)))


def coverage_result():
    return content_module.as_json(_study.result())


def begin_mutants(rule, tests, most):
    """JSON text of the changes to try, or of the rejection."""
    spec = decode(rule)

    def action():
        global _study
        _study = mutants_module.Mutants(_content, spec, decode(tests), most)
        found = {'total': _study.total, 'tests': len(_study.tests), 'mutants': _study.list()}
        return content_module.as_json(found)

    return _attempt(spec['id'], action)


def run_mutant(index):
    """What noticed the change, or None."""
    return _study.run(index)


def check(body, kind):
    return content_module.as_json(syntax.check(body, kind))


def connect(path):
    return host.connect(path)


def close_doors():
    doors.close()


shared.watch_runtime(
    (content_module, doors, evaluate, functions, host, output, shared, sys.modules['margay.wire'],
     sys.modules['margay.views'], sys.modules['margay.event'], sys.modules['margay.models'], sys.modules['margay.faults'])
)
