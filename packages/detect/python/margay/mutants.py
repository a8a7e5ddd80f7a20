"""Small changes of a body that its unit tests should notice."""

import ast
import copy
import types

from margay import unit_tests
from margay.content import Rule
from margay.faults import describe
from margay.functions import AUXILIARY

FLIPPED = {
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Lt: ast.GtE,
    ast.GtE: ast.Lt,
    ast.Gt: ast.LtE,
    ast.LtE: ast.Gt,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
}
SIGNS = {
    ast.Eq: '==',
    ast.NotEq: '!=',
    ast.Lt: '<',
    ast.GtE: '>=',
    ast.Gt: '>',
    ast.LtE: '<=',
    ast.In: 'in',
    ast.NotIn: 'not in',
    ast.Is: 'is',
    ast.IsNot: 'is not',
}
LONGEST_TEXT = 120


class Mutants:
    """The changed bodies, and the tests that pass before any change."""

    def __init__(self, content, spec, tests, most):
        self.content, self.spec = content, spec
        self.filename = f'{spec["id"]}.py'
        tree = ast.parse(spec['body'], self.filename)
        unchanged = self._rule(tree)
        self.tests = [test for test in tests if unit_tests.run_test(content, unchanged, test)['passed']]
        self.tree = tree
        changes = list(_changes(tree))
        self.total = len(changes)
        # Spread over the whole body where there are too many.
        step = max(1, -(-len(changes) // most))
        self.changes = changes[::step][:most]

    def _rule(self, tree):
        module = types.ModuleType('margay_study')
        module.__file__ = self.filename
        exec(compile(tree, self.filename, 'exec'), module.__dict__)
        return Rule(self.spec, module)

    def list(self):
        return [
            {'line': line, 'column': column, 'kind': kind, 'before': before[:LONGEST_TEXT], 'after': after[:LONGEST_TEXT]}
            for _, line, column, kind, before, after, _ in self.changes
        ]

    def run(self, index):
        """Name of the test that noticed, or what went wrong; None where no test did."""
        place, *_, change = self.changes[index]
        tree = copy.deepcopy(self.tree)
        target = next(node for number, node in enumerate(ast.walk(tree)) if number == place)
        change(target)
        ast.fix_missing_locations(tree)
        try:
            rule = self._rule(tree)
        except KeyboardInterrupt:
            raise
        except BaseException as error:
            return describe(error)
        for test in self.tests:
            if not unit_tests.run_test(self.content, rule, test)['passed']:
                return test['name']
        return None


def _changes(tree):
    """(place in ast.walk, line, column, kind, text before, text after, change of the node there)."""
    places = {id(node): number for number, node in enumerate(ast.walk(tree))}
    auxiliary = {name for name, _ in AUXILIARY}
    for function in tree.body:
        if not isinstance(function, ast.FunctionDef) or function.name in auxiliary:
            continue
        left_out = _left_out(function)
        found = [node for node in ast.walk(function) if node is not function and id(node) not in left_out]
        found.sort(key=lambda node: (getattr(node, 'lineno', 0), getattr(node, 'col_offset', 0)))
        for node in found:
            for kind, before, after, change in _changes_of(node):
                yield places[id(node)], node.lineno, node.col_offset + 1, kind, before, after, change


def _left_out(function):
    """Texts that explain, formatted texts, defaults, and constants that `return` gives: those have changes of their own."""
    out = set()
    for node in ast.walk(function):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            out.add(id(node.value))
        elif isinstance(node, ast.JoinedStr):
            out.update(id(inner) for inner in ast.walk(node))
        elif isinstance(node, ast.Return) and isinstance(node.value, ast.Constant):
            out.add(id(node.value))
        elif node is function:
            out.update(id(inner) for inner in ast.walk(function.args))
    return out


def _changes_of(node):
    if isinstance(node, ast.Compare) and len(node.ops) == 1:
        yield _flip(node)
    elif isinstance(node, (ast.If, ast.While, ast.IfExp)) and not isinstance(node.test, ast.Compare):
        text = ast.unparse(node.test)
        yield 'negate', text, f'not ({text})', _negate
    elif isinstance(node, ast.BoolOp):
        is_and = isinstance(node.op, ast.And)
        yield 'swap', 'and' if is_and else 'or', 'or' if is_and else 'and', _swap
    elif isinstance(node, ast.Constant):
        yield from _constant(node)
    elif isinstance(node, ast.Return) and node.value is not None:
        for value in (True, False):
            if not (isinstance(node.value, ast.Constant) and node.value.value is value):
                yield 'return', ast.unparse(node), f'return {value}', _returning(value)


def _flip(node):
    before = type(node.ops[0])

    def change(target):
        target.ops = [FLIPPED[before]()]

    return 'flip', SIGNS[before], SIGNS[FLIPPED[before]], change


def _negate(target):
    target.test = ast.UnaryOp(ast.Not(), target.test)


def _swap(target):
    target.op = ast.Or() if isinstance(target.op, ast.And) else ast.And()


def _constant(node):
    value = node.value
    if isinstance(value, bool):
        changed = not value
    elif isinstance(value, str):
        changed = f'{value} changed' if value else 'changed'
    elif isinstance(value, (int, float)):
        changed = value + 1
    else:
        return

    def change(target):
        target.value = changed

    yield 'constant', repr(value), repr(changed), change


def _returning(value):
    def change(target):
        target.value = ast.copy_location(ast.Constant(value), target)

    return change
