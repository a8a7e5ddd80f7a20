"""One batch of events, rule by rule."""

from margay.content import as_json
from margay.event import PantherEvent
from margay.faults import describe, last_line
from margay.functions import require_bool, run_auxiliary
from margay.output import capture, captured
from margay.shared import changes
from margay.views import native
from margay.wire import decode


class Batch:
    """Events parsed once and wrapped once for all rules."""

    def __init__(self, content, text, positions):
        self.raw = decode(text)
        self.positions = positions
        self.content = content
        self.modelled = None
        self.unmodelled = None

    def events_for(self, rule):
        """Rules see the data model; rows of queries have none; policies get plain dictionaries."""
        if rule.kind == 'RULE':
            if self.modelled is None:
                model_of = self.content.model_of
                self.modelled = [PantherEvent(event, model_of(event)) for event in self.raw]
            return self.modelled
        if rule.kind == 'POLICY':
            return [native(event) for event in self.raw]
        if self.unmodelled is None:
            self.unmodelled = [PantherEvent(event) for event in self.raw]
        return self.unmodelled


def _error(position, error):
    return {'eventIndex': position, 'error': describe(error), 'traceback': last_line(error)}


def run_rule(batch, rule, start, stop):
    """Run one rule over `batch.positions[start:stop]`.

    Returns None when there is nothing to tell, else JSON text `{matches, errors, stoppedAt?, changed?}`. `stoppedAt`
    is an index into `positions`: the evaluation was interrupted there, and nothing was recorded for that event.
    `changed` names what the rule changed of the names all detections share; they are as they were again.
    """
    capture()
    matches, errors = [], []
    try:
        stopped = _judge(batch, rule, start, stop, matches, errors)
    except BaseException:
        changed = changes()
        if not changed:
            raise
        matches, errors, stopped = [], [], start
    else:
        changed = changes()
    captured.take()
    if not matches and not errors and stopped is None and not changed:
        return None
    outcome = {'matches': matches, 'errors': errors}
    if stopped is not None:
        outcome['stoppedAt'] = stopped
    if changed:
        outcome['changed'] = changed
    return as_json(outcome)


def _judge(batch, rule, start, stop, matches, errors):
    """Fills the two lists; returns where the evaluation was interrupted, or None."""
    events, function, alerting = batch.events_for(rule), rule.function, rule.alerting
    positions = batch.positions
    index = done = start
    try:
        for index in range(start, stop):
            event = events[positions[index]]
            # An interruption comes in where something is called or the loop turns, so never between a record, made
            # with `+=` for that reason, and the note that it is made.
            try:
                result = function(event)
                if result is not True and result is not False:
                    require_bool(rule.entry, result)
                if result is alerting:
                    match = run_auxiliary(rule.auxiliary, event, rule.id, rule.create_alert)
                    match['eventIndex'] = positions[index]
                    matches += [match]
                    done = index + 1
            except KeyboardInterrupt:
                raise
            except BaseException as error:  # a rule may raise SystemExit; it must not take the worker along
                errors += [_error(positions[index], error)]
                done = index + 1
    except KeyboardInterrupt:
        stopped = max(index, done)
        return stopped if stopped < stop else None
    return None
