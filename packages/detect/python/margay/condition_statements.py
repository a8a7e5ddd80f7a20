"""Follows the statements of a function and collects when it must be run."""

import ast

from margay.condition_terms import all_of, any_of
from margay.condition_values import UNKNOWN, Known


def run_block(statements, frame, reached, expressions, must_run, returns):
    """`must_run` gets conditions under which something raises or changes; `returns` gets (condition, value) of each
    return. Gives the condition under which the end of the block is reached."""
    for statement in statements:
        if reached is False:
            return False
        reached = _run(statement, frame, reached, expressions, must_run, returns)
    return reached


def _run(statement, frame, reached, expressions, must_run, returns):
    def evaluate(node):
        value, raises = expressions.evaluate(node, frame)
        must_run(all_of(reached, raises))
        return value

    if isinstance(statement, ast.Return):
        value = Known(None) if statement.value is None else evaluate(statement.value)
        returns(reached, value)
        return False
    if isinstance(statement, ast.If):
        value = evaluate(statement.test)
        return _branches(statement, value, frame, reached, expressions, must_run, returns)
    if isinstance(statement, (ast.Assign, ast.AnnAssign)) and _assign(statement, frame, evaluate):
        return reached
    if isinstance(statement, ast.Expr):
        evaluate(statement.value)
        return reached
    if isinstance(statement, ast.Pass):
        return reached
    must_run(reached)
    return False


def _assign(statement, frame, evaluate):
    """Plain assignment to one local name; anything else is not understood."""
    targets = statement.targets if isinstance(statement, ast.Assign) else [statement.target]
    if len(targets) != 1 or not isinstance(targets[0], ast.Name) or statement.value is None:
        return False
    frame.names[targets[0].id] = evaluate(statement.value)
    return True


def _branches(statement, value, frame, reached, expressions, must_run, returns):
    then_frame, else_frame = frame.copy(), frame.copy()
    then_reached = all_of(reached, value.may_be_true())
    else_reached = all_of(reached, value.may_be_false())
    then_end = run_block(statement.body, then_frame, then_reached, expressions, must_run, returns)
    else_end = run_block(statement.orelse, else_frame, else_reached, expressions, must_run, returns)
    if then_end is False:
        frame.names = else_frame.names
    elif else_end is False:
        frame.names = then_frame.names
    else:
        frame.names = _merged(then_frame.names, else_frame.names)
    return any_of(then_end, else_end)


def _merged(left, right):
    """A name bound in one branch only may be unbound: reading it is then not understood."""
    return {name: left[name] if left[name] is right[name] else UNKNOWN for name in left if name in right}
