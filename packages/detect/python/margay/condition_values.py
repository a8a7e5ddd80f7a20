"""What an expression of a rule may be, seen from its text.

Every value answers three questions with conditions that are never narrower than the truth: when may it be true,
when may it be false, and when may it be false without being exactly False (which `rule()` must not return).
"""

from margay.condition_terms import all_of, any_of, negate, test

SCALARS = (str, int, float, bool, type(None))
# Beyond this, numbers read by the filter lose digits.
LARGEST_EXACT = 2**53


class Unknown:
    """Any value at all."""

    def may_be_true(self):
        return True

    def may_be_false(self):
        return True

    def may_be_odd(self):
        return True


UNKNOWN = Unknown()


class Event(Unknown):
    """The event itself."""


class Known(Unknown):
    """A constant."""

    def __init__(self, value):
        self.value = value

    def may_be_true(self):
        return bool(self.value)

    def may_be_false(self):
        return not self.value

    def may_be_odd(self):
        return not self.value and self.value is not False


class Outcome(Unknown):
    """The result of a comparison or of several."""

    def __init__(self, true, false, odd=False):
        self.true, self.false, self.odd = true, false, odd

    def may_be_true(self):
        return self.true

    def may_be_false(self):
        return self.false

    def may_be_odd(self):
        return self.odd


ANY_BOOL = Outcome(True, True)


def exactly(condition):
    """A comparison that holds exactly when the condition does."""
    return Outcome(condition, negate(condition))


class Text(Unknown):
    """Some text."""


class Field(Unknown):
    """A field of the event. `default` is the value it has where it is absent."""

    def __init__(self, path, default, null_is_absent=False):
        self.path = path
        self.default = default
        self.null_is_absent = null_is_absent

    def ask(self, question):
        """Every question but `missing` and `null` has the answer no for an absent field."""
        return test(self.path, question)

    def absent(self):
        missing = self.ask('missing')
        return any_of(missing, self.ask('null')) if self.null_is_absent else missing

    def compare(self, question, holds):
        """An exact comparison: `question` of a present value, `holds(default)` of an absent one."""
        present = False if question is None else self.ask(question)
        if not isinstance(self.default, Known):
            absent = self.absent()
            return Outcome(any_of(present, absent), any_of(negate(present), absent))
        return exactly(any_of(present, self.absent()) if holds(self.default.value) else present)

    def may_be_true(self):
        return self.compare('truthy', bool).true

    def may_be_false(self):
        return self.compare('truthy', bool).false

    def may_be_odd(self):
        return self.may_be_false()

    def equals(self, literals):
        """Equal to one of these scalars."""
        asked = [literal for literal in literals if not (self.null_is_absent and literal is None)]
        question = {'in': asked} if asked else None
        return self.compare(question, lambda value: any(value == literal for literal in literals))

    def is_none(self):
        question = None if self.null_is_absent else 'null'
        return self.compare(question, lambda value: value is None)

    def unless(self, question, accepts):
        """When the value is not of the wanted kind: the operation on it would raise."""
        return self.compare(question, accepts).false


def is_plain(value):
    """A scalar the filter compares as Python does."""
    if isinstance(value, bool) or value is None or isinstance(value, str):
        return True
    return isinstance(value, (int, float)) and -LARGEST_EXACT < value < LARGEST_EXACT
