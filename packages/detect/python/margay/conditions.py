"""Finds, from the text of a rule, a condition every event must meet for the rule to be worth running.

Where the condition does not hold, `rule()` returns False, raises nothing and changes nothing. Whatever is not
understood counts as "must run".
"""

from margay.condition_expressions import Expressions, Frame
from margay.condition_statements import run_block
from margay.condition_terms import all_of, any_of, factored, size
from margay.condition_values import Event
from margay.functions import AUXILIARY
from margay.module_scope import ModuleScope
from margay.reads import fields_read, reads_of

LARGEST = 400


class Sources:
    """Module texts read once per content."""

    def __init__(self, texts):
        self.texts = texts
        self.scopes = {}

    def scope(self, name):
        if name not in self.texts:
            return None
        if name not in self.scopes:
            self.scopes[name] = _scope_of(self.texts[name])
        return self.scopes[name]


def _scope_of(text):
    try:
        scope = ModuleScope(text)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None
    return scope if scope.is_transparent else None


def analyse(text, module, sources):
    """What a rule's text tells, as JSON data: `{condition?, fields?, reads?}`.

    `condition`: absent means always run. `fields`: what the answer of `rule()` depends on. `reads`: what all functions
    of the rule together look at. The last two are absent where there is more to it.
    """
    scope = _scope_of(text)
    node = scope and _function_of(scope, module, 'rule')
    if not node:
        return {}
    condition = _condition_of(scope, node, sources)
    found = {} if condition is True else {'condition': condition}
    fields = fields_read(scope, node, sources)
    if fields is not None:
        found['fields'] = fields
    # Even those that a rule without alerts does not call.
    auxiliary = [name for name, _ in AUXILIARY if callable(getattr(module, name, None))]
    functions = [node, *(_function_of(scope, module, name) for name in auxiliary)]
    reads = reads_of(scope, functions, sources) if all(functions) else None
    return found if reads is None else {**found, 'reads': reads}


def _function_of(scope, module, name):
    """The function of the text that takes an event and nothing else; None where another may be called."""
    node = scope.function(name)
    if not node or not _is_loaded_from(module, node) or scope.locals_of(node).is_generator:
        return None
    arguments = node.args
    if len(arguments.args) != 1 or arguments.posonlyargs or arguments.vararg or arguments.kwarg or arguments.kwonlyargs:
        return None
    return node


def _condition_of(scope, node, sources):
    try:
        frame = Frame(scope, node, {node.args.args[0].arg: Event()})
        runs = []

        def returns(reached, value):
            runs.append(all_of(reached, any_of(value.may_be_true(), value.may_be_odd())))

        end = run_block(node.body, frame, True, Expressions(sources), runs.append, returns)
        condition = factored(any_of(*runs, end))
    except RecursionError:
        return True
    return True if size(condition) > LARGEST else condition


def _is_loaded_from(module, node):
    """The function Python will call is the one in the text."""
    code = getattr(getattr(module, node.name, None), '__code__', None)
    return code is not None and code.co_name == node.name and code.co_firstlineno == node.lineno
