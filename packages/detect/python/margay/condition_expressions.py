"""What an expression of a rule gives, and when evaluating it may raise or change something."""

import ast

from margay.condition_calls import Calls
from margay.condition_terms import all_of, any_of, negate
from margay.condition_values import (
    ANY_BOOL,
    SCALARS,
    UNKNOWN,
    Event,
    Field,
    Known,
    Outcome,
    Text,
    exactly,
    is_plain,
)


class Frame:
    """The local names of one function call."""

    def __init__(self, scope, node, names, depth=0):
        self.scope = scope
        self.names = names
        self.depth = depth
        # A name assigned anywhere in the function is local everywhere in it.
        self.locals = scope.locals_of(node).names

    def copy(self):
        twin = object.__new__(Frame)
        twin.scope, twin.names, twin.depth, twin.locals = self.scope, dict(self.names), self.depth, self.locals
        return twin




class Expressions:
    def __init__(self, sources):
        self.sources = sources
        self.calls = Calls(self)

    def evaluate(self, node, frame):
        """(value, condition under which evaluating it may raise or have an effect)."""
        method = getattr(self, f'_{type(node).__name__.lower()}', None)
        return (UNKNOWN, True) if method is None else method(node, frame)

    def _constant(self, node, frame):
        return Known(node.value), False

    def _name(self, node, frame):
        name = node.id
        if name in frame.names:
            return frame.names[name], False
        if name in frame.locals:
            return UNKNOWN, True  # may be unbound here
        constant = frame.scope.constant(name)
        if constant is not None:
            return Known(constant[0]), False
        # What it stands for may do anything when used.
        return UNKNOWN, True

    def _boolop(self, node, frame):
        values = [self.evaluate(part, frame) for part in node.values]
        return self.together(values, isinstance(node.op, ast.And))

    def together(self, values, is_and):
        """Operands joined by and / or; later ones are evaluated only where the earlier ones let them."""
        going_on, decided, odd, raises = True, [], [], []
        for index, (value, may_raise) in enumerate(values):
            is_last = index == len(values) - 1
            raises.append(all_of(going_on, may_raise))
            true, false = value.may_be_true(), value.may_be_false()
            if is_and or is_last:
                odd.append(all_of(going_on, value.may_be_odd()))
            decided.append(all_of(going_on, false if is_and else true))
            going_on = all_of(going_on, true if is_and else false)
        ended = any_of(*decided)
        outcome = Outcome(going_on, ended, any_of(*odd)) if is_and else Outcome(ended, going_on, any_of(*odd))
        return outcome, any_of(*raises)

    def _unaryop(self, node, frame):
        value, raises = self.evaluate(node.operand, frame)
        if isinstance(node.op, ast.Not):
            return Outcome(value.may_be_false(), value.may_be_true()), raises
        if isinstance(node.op, ast.USub) and isinstance(value, Known) and type(value.value) in (int, float):
            return Known(-value.value), raises
        return UNKNOWN, True

    def _ifexp(self, node, frame):
        test, raises = self.evaluate(node.test, frame)
        yes, yes_raises = self.evaluate(node.body, frame)
        no, no_raises = self.evaluate(node.orelse, frame)
        true, false = test.may_be_true(), test.may_be_false()

        def either(question):
            return any_of(all_of(true, getattr(yes, question)()), all_of(false, getattr(no, question)()))

        outcome = Outcome(either('may_be_true'), either('may_be_false'), either('may_be_odd'))
        return outcome, any_of(raises, all_of(true, yes_raises), all_of(false, no_raises))

    def _joinedstr(self, node, frame):
        parts = [part for part in node.values if isinstance(part, ast.FormattedValue)]
        if any(part.format_spec is not None for part in parts):
            return UNKNOWN, True
        raises = any_of(*(self.evaluate(part.value, frame)[1] for part in parts))
        return Text(), raises

    def _sequence(self, node, frame, build):
        parts = [self.evaluate(part, frame) for part in node.elts]
        raises = any_of(*(may_raise for _, may_raise in parts))
        if all(isinstance(value, Known) for value, _ in parts):
            try:
                return Known(build(value.value for value, _ in parts)), raises
            except TypeError:
                return UNKNOWN, True
        return UNKNOWN, raises if build is not set else True

    def _tuple(self, node, frame):
        return self._sequence(node, frame, tuple)

    def _list(self, node, frame):
        return self._sequence(node, frame, list)

    def _set(self, node, frame):
        return self._sequence(node, frame, set)

    def _dict(self, node, frame):
        if not node.keys:
            return Known({}), False
        return UNKNOWN, True

    def _starred(self, node, frame):
        return UNKNOWN, True

    def _subscript(self, node, frame):
        value, raises = self.evaluate(node.value, frame)
        key, _ = self.evaluate(node.slice, frame)
        if not isinstance(key, Known) or not isinstance(key.value, str):
            return UNKNOWN, True
        found = self.calls.child(value, key.value, UNKNOWN)
        if found is None:
            return UNKNOWN, True
        field, not_a_mapping = found
        return field, any_of(raises, not_a_mapping, field.absent())

    def _call(self, node, frame):
        return self.calls.evaluate(node, frame)

    def _compare(self, node, frame):
        if len(node.ops) != 1:
            return UNKNOWN, True
        left, left_raises = self.evaluate(node.left, frame)
        right, right_raises = self.evaluate(node.comparators[0], frame)
        value, raises = compare(node.ops[0], left, right)
        return value, any_of(left_raises, right_raises, raises)


def _turned(pair):
    outcome, raises = pair
    return Outcome(outcome.may_be_false(), outcome.may_be_true()), raises


def compare(operator, left, right):
    if isinstance(operator, ast.NotEq):
        return _turned(compare(ast.Eq(), left, right))
    if isinstance(operator, ast.NotIn):
        return _turned(compare(ast.In(), left, right))
    if isinstance(operator, ast.IsNot):
        return _turned(compare(ast.Is(), left, right))
    if isinstance(operator, ast.Eq):
        return _equal(left, right)
    if isinstance(operator, ast.Is):
        return _identical(left, right)
    if isinstance(operator, ast.In):
        return _contained(left, right)
    return UNKNOWN, True


def _equal(left, right):
    if isinstance(left, Known) and isinstance(right, Field):
        left, right = right, left
    if isinstance(left, Known) and isinstance(right, Known):
        return exactly(bool(left.value == right.value)), False
    if isinstance(left, Field) and isinstance(right, Known):
        if not is_plain(right.value):
            return ANY_BOOL, False
        return left.equals([right.value]), False
    # Objects that may do anything when compared have been counted as raising where they were read.
    return ANY_BOOL, False


def _identical(left, right):
    if isinstance(left, Field) and isinstance(right, Known):
        if right.value is None:
            return left.is_none(), False
        if isinstance(right.value, bool):
            return Outcome(left.equals([right.value]).may_be_true(), True), False
    return ANY_BOOL, False


def _contained(left, right):
    if isinstance(left, Field) and isinstance(right, Known):
        return _field_in(left, right.value)
    if isinstance(left, Known) and isinstance(right, Field) and isinstance(left.value, str):
        return _text_in(left.value, right)
    if isinstance(left, Known) and isinstance(right, Event) and isinstance(left.value, str):
        # Only a missing key is not in the event; null counts as there.
        field = Field({'keys': [left.value]}, Known(None))
        return exactly(negate(field.ask('missing'))), False
    if isinstance(left, Known) and isinstance(right, Known):
        try:
            return exactly(left.value in right.value), False
        except TypeError:
            return UNKNOWN, True
    return UNKNOWN, True


def _field_in(field, container):
    if not isinstance(container, (tuple, list, set, frozenset, dict)) or not container:
        return UNKNOWN, True
    if not all(isinstance(item, SCALARS) and is_plain(item) for item in container):
        return UNKNOWN, True
    raises = False
    if not isinstance(container, (tuple, list)):
        # Views cannot be hashed.
        raises = any_of(field.ask('list'), field.ask('mapping'))
        if not isinstance(field.default, Known) or not isinstance(field.default.value, SCALARS):
            raises = any_of(raises, field.absent())
    return field.equals(list(container)), raises


def _text_in(text, field):
    """`'x' in field`: part of a text, element of a list, key of an object; anything else raises."""
    absent = field.absent()
    if isinstance(field.default, Known):
        try:
            absent_holds, absent_raises = text in field.default.value, False
        except TypeError:
            absent_holds, absent_raises = False, True
    else:
        absent_holds, absent_raises = True, True
    containers = any_of(field.ask('list'), field.ask('mapping'))
    true = any_of(field.ask({'contains': [text]}), containers, all_of(absent, absent_holds))
    raises = any_of(field.ask('null'), field.ask('number'), all_of(absent, absent_raises))
    if field.null_is_absent:
        raises = any_of(field.ask('number'), all_of(absent, absent_raises))
    return Outcome(true, True), raises
