"""Unit tests of a detection, with mocks, and what each function gave."""

from json import dumps, loads  # by name: rules share the json module and may change it
import builtins
import time
from unittest.mock import MagicMock

from margay.event import PantherEvent
from margay.faults import describe, last_line
from margay.functions import AUXILIARY, require_bool
from margay.output import capture, captured

ABSENT = object()


def mock_value(text):
    """Test files hold texts; a text that spells a boolean is one."""
    return {'true': True, 'false': False}.get(text.lower(), text) if isinstance(text, str) else text


def _apply_mocks(module, mocks):
    """Put mocks in place; returns what to put back."""
    before = {}
    for mock in mocks:
        name = mock['objectName']
        if not hasattr(module, name) and not hasattr(builtins, name):
            raise AttributeError(f'the body has no name {name!r} to mock')
        before.setdefault(name, module.__dict__.get(name, ABSENT))
        setattr(module, name, MagicMock(return_value=mock_value(mock['returnValue'])))
    return before


def _restore(module, before):
    for name, value in before.items():
        if value is ABSENT:
            module.__dict__.pop(name, None)
        else:
            setattr(module, name, value)


def _failed(error):
    return {'output': None, 'error': describe(error), 'traceback': last_line(error)}


def _shown(name, value):
    if name == 'destinations':
        return None if value is None else (dumps(value) if value else 'SKIP')
    return value


def _run_functions(rule, event):
    """What every function gave: name to {output, error}. The entry comes first."""
    results = {}
    try:
        value = require_bool(rule.entry, rule.function(event))
        results['detection'] = {'output': 'true' if value else 'false', 'error': None}
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        results['detection'] = _failed(error)
        return None, results
    if value is not rule.alerting:
        return value, results
    checks = dict(AUXILIARY)
    for name, function, _ in rule.auxiliary:
        try:
            output = checks[name](name, function(event))
            results[name] = {'output': _shown(name, output), 'error': None}
        except KeyboardInterrupt:
            raise
        except BaseException as error:
            results[name] = _failed(error)
    return value, results


def _event_of(content, rule, text):
    raw = loads(text)
    if not isinstance(raw, dict):
        raise ValueError(f'the test event is a {type(raw).__name__}; it must be an object')
    if rule.kind == 'POLICY':
        return raw
    return PantherEvent(raw, content.model_of(raw) if rule.kind == 'RULE' else None)


def run_test(content, rule, test):
    """One test. It passes as expected when the entry returns the expected value, and, where that value alerts,
    no function failed."""
    capture()
    captured.take()
    started = time.perf_counter()
    value, results, error = None, {}, None
    before = {}
    try:
        event = _event_of(content, rule, test['resource'])
        before = _apply_mocks(rule.module, test.get('mocks') or [])
        # Functions are looked up again: a mock may replace one of them.
        value, results = _run_functions(rule, event)
    except Exception as fault:
        error = describe(fault)
    finally:
        _restore(rule.module, before)
    expected = test['expectedResult']
    failed = error is not None or any(entry['error'] for entry in results.values())
    passed = value is expected and error is None
    if expected is rule.alerting:
        passed = passed and not failed
    return {
        'testName': test['name'],
        'passed': passed,
        'expectedResult': expected,
        'result': value,
        'triggersAlert': value is not None and value is rule.alerting and rule.create_alert,
        'error': error,
        'functions': results,
        'output': captured.take(),
        'microseconds': round((time.perf_counter() - started) * 1_000_000),
    }
