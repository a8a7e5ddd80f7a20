"""Why a rule did or did not match one event: each condition in order, what it read, and the one that decided."""

from json import dumps, loads  # by name: rules share the json module and may change it
import sys
import time

from margay import unit_tests
from margay.content import Rule
from margay.faults import describe, last_line, line_in
from margay.instrument import FRAME, instrumented_module
from margay.output import capture, captured
from margay.views import json_encoder, native

MOST_STEPS = 400
MOST_DECIDING = 12
LONGEST_VALUE = 400


def shown(value):
    """A value as text of bounded length: JSON where it is JSON, else as Python shows it."""
    try:
        if isinstance(value, str) and len(value) > LONGEST_VALUE:
            value = value[:LONGEST_VALUE]
        text = dumps(value, default=json_encoder, ensure_ascii=False)
    except (TypeError, ValueError, RecursionError):
        try:
            text = repr(native(value) if hasattr(value, '_data') else value)
        except Exception:  # a rule's own class may be broken
            text = f'({type(value).__name__})'
    return text if len(text) <= LONGEST_VALUE else text[: LONGEST_VALUE - 3] + '...'


def truth_of(value):
    try:
        return bool(value)
    except Exception:  # a rule's own class may be broken
        return None


class Recorder:
    """What happened, in order."""

    def __init__(self):
        self.steps = []
        self.dropped = 0
        self.lines = set()
        self.parents = {0: None}
        self.reads = {}

    def line(self, number):
        self.lines.add(number)

    def enter(self, name):
        frame = len(self.parents)
        self.parents[frame] = sys._getframe(2).f_locals.get(FRAME)
        return frame

    def read(self, frame, node, operand, value):
        self.reads.setdefault((frame, node), {})[operand] = shown(value)
        return value

    def note(self, frame, node, value):
        self._add(frame, node, value)
        return value

    def leave(self, frame, node, value):
        self._add(frame, node, value)
        return value

    def _add(self, frame, node, value):
        reads = self.reads.pop((frame, node), {})
        if len(self.steps) >= MOST_STEPS:
            self.dropped += 1
            return
        self.steps.append((frame, node, truth_of(value), shown(value), reads))


def explain(content, spec, event_text):
    """`spec` is the rule's; the event is JSON text. Runs nothing but the rule's own functions on this event."""
    capture()
    captured.take()
    recorder = Recorder()
    filename = f'{spec["id"]}.py'
    result, functions, error, line, traceback = None, {}, None, None, None
    found = None
    started = time.perf_counter()
    try:
        module, found = instrumented_module(spec['body'], filename, recorder)
        rule = Rule(spec, module)
        event = unit_tests._event_of(content, rule, event_text)
        started = time.perf_counter()
        result, functions = unit_tests._run_functions(rule, event)
        failure = functions['detection']
        error, traceback = failure['error'], failure.get('traceback')
        line = _line_of(traceback, filename)
    except KeyboardInterrupt:
        raise
    except BaseException as fault:
        error, traceback, line = describe(fault), last_line(fault), line_in(fault, filename)
    steps = [] if found is None else [_step(found, index, step) for index, step in enumerate(recorder.steps)]
    deciding = [] if found is None or error else _deciding(found, recorder)
    return {
        'result': result,
        'error': error,
        'traceback': traceback,
        'errorLine': line,
        'steps': steps,
        'droppedSteps': recorder.dropped,
        'decisive': deciding[0] if deciding else None,
        'because': deciding[1:],
        'lines': [] if found is None else _lines(found, recorder),
        'functions': functions,
        'output': captured.take(),
        'microseconds': round((time.perf_counter() - started) * 1_000_000),
    }


def _line_of(traceback, filename):
    mark = f'File "{filename}", line '
    if not traceback or not traceback.startswith(mark):
        return None
    return int(traceback[len(mark) :].split(',')[0])


def _lines(found, recorder):
    return [{'line': line, 'ran': line in recorder.lines} for line in sorted(found.lines)]


def _step(found, index, step):
    frame, number, truth, value, reads = step
    node = found.nodes[number]
    return {
        'step': index,
        'kind': node.kind,
        'role': node.role,
        'function': node.function,
        'line': node.line,
        'column': node.column,
        'endLine': node.end_line,
        'endColumn': node.end_column,
        'text': node.text,
        'truth': truth,
        'value': value,
        'reads': [{'text': node.operands[operand], 'value': text} for operand, text in sorted(reads.items())],
    }


def _deciding(found, recorder):
    """Numbers of the steps that decided: in rule() itself first, then inside of the function it called, and so on."""
    steps = recorder.steps
    returned = next(
        (
            index
            for index in range(len(steps) - 1, -1, -1)
            if found.nodes[steps[index][1]].kind == 'return'
            and recorder.parents.get(steps[index][0]) is None
            and found.nodes[steps[index][1]].function in ('rule', 'policy')
        ),
        None,
    )
    chain = []
    while returned is not None and len(chain) < MOST_DECIDING:
        decided = _decided_return(found, steps, returned)
        if decided is None:
            break
        chain.append(decided)
        returned = _return_inside(found, recorder, decided)
    return chain


def _decided_return(found, steps, returned):
    frame, number = steps[returned][:2]
    node = found.nodes[number]
    if node.parts:
        return _leaf(found, steps, frame, node.parts[0], returned)
    enclosing = found.returns.get(number)
    if enclosing is not None:
        return _leaf(found, steps, frame, enclosing[0].number, returned)
    # A plain `return` at the end: the last `if` on the way there let it through.
    for index in range(returned - 1, -1, -1):
        if steps[index][0] == frame and found.nodes[steps[index][1]].role in ('if', 'while'):
            return _leaf(found, steps, frame, steps[index][1], index + 1)
    return None


def _latest(steps, frame, number, before):
    for index in range(before - 1, -1, -1):
        if steps[index][0] == frame and steps[index][1] == number:
            return index
    return None


def _leaf(found, steps, frame, number, before):
    """The step of the innermost condition that settled this one."""
    index = _latest(steps, frame, number, before)
    if index is None:
        return None
    node = found.nodes[number]
    evaluated = [(_latest(steps, frame, part, index), part) for part in node.parts]
    evaluated = [pair for pair in evaluated if pair[0] is not None]
    if not evaluated:
        return index
    if node.kind == 'if-else':
        chosen = evaluated[-1]
        if found.nodes[chosen[1]].kind == 'value':
            chosen = evaluated[0]
    else:
        # The last one evaluated ended it; of a list, which is evaluated whole, the first that settled it.
        settling = {'any': True, 'all': False}.get(node.kind)
        settled = [pair for pair in evaluated if steps[pair[0]][2] is settling and steps[index][2] is settling]
        chosen = min(settled) if settled else max(evaluated)
    inner = _leaf(found, steps, frame, chosen[1], chosen[0] + 1)
    return index if inner is None else inner


def _return_inside(found, recorder, decided):
    """The return of the function the step called, where it is one of the body's own."""
    steps = recorder.steps
    frame, number = steps[decided][:2]
    called = found.nodes[number].called
    if called is None:
        return None
    for index in range(decided - 1, -1, -1):
        node = found.nodes[steps[index][1]]
        if node.kind == 'return' and node.function == called and recorder.parents.get(steps[index][0]) == frame:
            return index
    return None


def explain_text(content, spec_text, event_text):
    return explain(content, loads(spec_text), event_text)
