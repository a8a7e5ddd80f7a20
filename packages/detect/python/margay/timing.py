"""Where the time of a rule goes: how long each line of its body takes over some events."""

import sys
import types
from time import perf_counter

from margay.content import Rule
from margay.event import PantherEvent
from margay.views import native
from margay.wire import decode

MONITORING = sys.monitoring
TOOL = 4
PASSES = 3


class _Clock:
    """Gives each moment to the line of the body that is at work; helpers count for the line that called them."""

    def __init__(self, codes):
        self.codes = codes
        self.lines = {}
        self.open = []
        self.since = 0.0

    def start(self):
        events = MONITORING.events
        MONITORING.use_tool_id(TOOL, 'margay')
        MONITORING.register_callback(TOOL, events.PY_START, self._enter)
        MONITORING.register_callback(TOOL, events.LINE, self._line)
        MONITORING.register_callback(TOOL, events.PY_RETURN, self._leave)
        MONITORING.register_callback(TOOL, events.PY_UNWIND, self._leave)
        # Leaving by an exception is told for all code or none.
        MONITORING.set_events(TOOL, events.PY_UNWIND)
        for code in self.codes:
            MONITORING.set_local_events(TOOL, code, events.PY_START | events.LINE | events.PY_RETURN)

    def stop(self):
        MONITORING.set_events(TOOL, 0)
        MONITORING.free_tool_id(TOOL)

    def begin(self):
        self.open = []
        self.since = perf_counter()

    def _book(self):
        now = perf_counter()
        if self.open and self.open[-1] is not None:
            entry = self.lines.setdefault(self.open[-1], [0, 0.0])
            entry[1] += now - self.since
        self.since = perf_counter()

    def _enter(self, code, offset):
        self._book()
        self.open.append(None)

    def _line(self, code, line):
        self._book()
        if self.open:
            self.open[-1] = line
            self.lines.setdefault(line, [0, 0.0])[0] += 1

    def _leave(self, code, offset, value):
        if code in self.codes and self.open:
            self._book()
            self.open.pop()


def _codes(code):
    """The code of a module's functions, inner ones too, but not of the module itself."""
    for constant in code.co_consts:
        if isinstance(constant, types.CodeType):
            yield constant
            yield from _codes(constant)


def _ask(rule, event):
    try:
        rule.function(event)
    except Exception:  # noqa: BLE001 - what it raises is told elsewhere
        return False
    return True


def timing_text(content, spec_text, events_text, budget_seconds):
    """What `rule()` takes on each event, and each of its lines on all of them. Stops early when time is up."""
    spec = decode(spec_text)
    filename = f'{spec["id"]}.py'
    code = compile(spec['body'], filename, 'exec')
    module = types.ModuleType('margay_study')
    module.__file__ = filename
    exec(code, module.__dict__)
    rule = Rule(spec, module)
    ends_at = perf_counter() + budget_seconds
    taken, failed, used = [], 0, []
    for raw in decode(events_text):
        if perf_counter() > ends_at:
            break
        event = native(raw) if rule.kind == 'POLICY' else PantherEvent(raw, content.model_of(raw))
        best = None
        for _ in range(PASSES):
            since = perf_counter()
            is_whole = _ask(rule, event)
            passed = perf_counter() - since
            best = passed if best is None else min(best, passed)
            if passed > 0.05:
                break
        failed += not is_whole
        taken.append(best)
        used.append(event)
    clock = _Clock(set(_codes(code)))
    counted = 0
    clock.start()
    try:
        for event in used:
            if perf_counter() > ends_at + budget_seconds:
                break
            clock.begin()
            _ask(rule, event)
            counted += 1
    finally:
        clock.stop()
    return {
        'failed': failed,
        'microseconds': [round(seconds * 1e6, 2) for seconds in taken],
        'lineEvents': counted,
        'lines': [
            {'line': line, 'hits': hits, 'microseconds': round(seconds * 1e6, 2)}
            for line, (hits, seconds) in sorted(clock.lines.items())
        ],
    }
