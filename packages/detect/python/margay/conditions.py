"""Finds, from the text of a rule, a condition every event must meet for the rule to be worth running.

Where the condition does not hold, `rule()` returns False, raises nothing and changes nothing. Whatever is not
understood counts as "must run".
"""

from margay.condition_expressions import Expressions, Frame
from margay.condition_statements import run_block
from margay.condition_terms import all_of, any_of, factored, size
from margay.condition_values import Event
from margay.module_scope import ModuleScope
from margay.reads import fields_read

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
    """(condition as JSON data, fields the answer depends on or None). The condition True means: always run."""
    scope = _scope_of(text)
    node = scope and scope.function('rule')
    if not node or not _is_loaded_from(module, node) or scope.locals_of(node).is_generator:
        return True, None
    arguments = node.args
    if len(arguments.args) != 1 or arguments.posonlyargs or arguments.vararg or arguments.kwarg or arguments.kwonlyargs:
        return True, None
    return _condition_of(scope, node, sources), fields_read(scope, node, sources)


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
    code = getattr(getattr(module, 'rule', None), '__code__', None)
    return code is not None and code.co_name == 'rule' and code.co_firstlineno == node.lineno
