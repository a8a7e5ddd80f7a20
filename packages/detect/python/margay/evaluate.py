"""One batch of events, rule by rule."""


from json import loads  # by name: rules share the json module and may change it
from margay.content import as_json
from margay.event import PantherEvent
from margay.faults import describe, last_line
from margay.functions import require_bool, run_auxiliary
from margay.output import capture, captured
from margay.views import native


class Batch:
    """Events parsed once and wrapped once for all rules."""

    def __init__(self, content, text, positions):
        self.raw = loads(text)
        self.positions = positions
        self.content = content
        self.modelled = [PantherEvent(event, content.model_of(event)) for event in self.raw]
        self.unmodelled = None

    def events_for(self, rule):
        """Rules see the data model; rows of queries have none; policies get plain dictionaries."""
        if rule.kind == 'RULE':
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

    Returns None when there is nothing to tell, else JSON text `{matches, errors, stoppedAt?}`; `stoppedAt` is an
    index into `positions`: the evaluation was interrupted there and nothing was recorded for that event.
    """
    capture()
    events, function, alerting = batch.events_for(rule), rule.function, rule.alerting
    positions = batch.positions
    matches, errors = [], []
    stopped = None
    index = start
    try:
        for index in range(start, stop):
            event = events[positions[index]]
            try:
                result = function(event)
                if result is not True and result is not False:
                    require_bool(rule.entry, result)
                if result is alerting:
                    match = run_auxiliary(rule.auxiliary, event, rule.id, rule.create_alert)
                    match['eventIndex'] = positions[index]
                    matches.append(match)
            except KeyboardInterrupt:
                raise
            except BaseException as error:  # a rule may raise SystemExit; it must not take the worker along
                errors.append(_error(positions[index], error))
    except KeyboardInterrupt:
        stopped = index
    captured.take()
    if not matches and not errors and stopped is None:
        return None
    outcome = {'matches': matches, 'errors': errors}
    if stopped is not None:
        outcome['stoppedAt'] = stopped
    return as_json(outcome)
