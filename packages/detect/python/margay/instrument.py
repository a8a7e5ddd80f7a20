"""Rewrites the functions of a body so that every condition tells what it read and what came of it.

Values pass through unchanged, in the same order and as often as before; only the telling is added. Code outside of
functions is left alone.
"""

import ast
import types

NOTE = '__margay_note__'
READ = '__margay_read__'
LINE = '__margay_line__'
ENTER = '__margay_enter__'
LEAVE = '__margay_leave__'
FRAME = '__margay_frame__'
LONGEST_TEXT = 300


class Node:
    """One place in the text that tells something."""

    def __init__(self, number, kind, node, function, text):
        self.number, self.kind, self.function, self.text = number, kind, function, text[:LONGEST_TEXT]
        self.line, self.column = node.lineno, node.col_offset + 1
        self.end_line, self.end_column = node.end_lineno, node.end_col_offset + 1
        # Conditions it is made of, in order of evaluation; texts of the values it compares or is called with.
        self.parts, self.operands = [], []
        # The `if`, `while` or `return` it decides.
        self.role = None
        self.called = None


class Instrumented:
    """A body ready to run, and what its numbers stand for."""

    def __init__(self, body, filename):
        self.body = body
        self.nodes = []
        # Line of each statement inside of functions.
        self.lines = set()
        # Number of a `return` to the `if` (number, branch) it stands in, or to the one before it.
        self.returns = {}
        tree = ast.parse(body, filename)
        functions = {node.name for node in tree.body if isinstance(node, ast.FunctionDef)}
        _Rewriter(self, functions).visit(tree)
        ast.fix_missing_locations(tree)
        self.code = compile(tree, filename, 'exec')

    def add(self, kind, node, function):
        made = Node(len(self.nodes), kind, node, function, self.text_of(node))
        self.nodes.append(made)
        return made

    def text_of(self, node):
        return ast.get_source_segment(self.body, node) or ''

    def run(self, module, recorder):
        """Executes the body in the module, with the recorder in place."""
        module.__dict__.update(
            {
                NOTE: recorder.note,
                READ: recorder.read,
                LINE: recorder.line,
                ENTER: recorder.enter,
                LEAVE: recorder.leave,
            }
        )
        exec(self.code, module.__dict__)


def _call(name, *arguments):
    values = [value if isinstance(value, ast.AST) else ast.Constant(value) for value in arguments]
    return ast.Call(ast.Name(name, ast.Load()), values, [])


def _frame():
    return ast.Name(FRAME, ast.Load())


class _Rewriter(ast.NodeTransformer):
    def __init__(self, target, functions):
        self.target = target
        self.functions = functions
        self.function = None
        # Name of the function's first argument.
        self.argument = None
        self.enclosing = []

    # Functions and statements

    def visit_FunctionDef(self, node):
        outer, argument, before = self.function, self.argument, self.enclosing
        self.function, self.enclosing = node.name, []
        self.argument = node.args.args[0].arg if node.args.args else None
        entered = ast.Assign([ast.Name(FRAME, ast.Store())], _call(ENTER, node.name))
        node.body = [ast.copy_location(entered, node.body[0])] + self._block(node.body)
        self.function, self.argument, self.enclosing = outer, argument, before
        return node

    visit_AsyncFunctionDef = visit_FunctionDef

    def visit_Lambda(self, node):
        return self.generic_visit(node) if self.function else node

    def _block(self, statements):
        done = []
        for statement in statements:
            if not isinstance(statement, (ast.Global, ast.Nonlocal)):
                self.target.lines.add(statement.lineno)
                done.append(ast.copy_location(ast.Expr(_call(LINE, statement.lineno)), statement))
            visited = self.visit(statement)
            done.append(visited)
        return done

    def _inside(self, decision, branch, statements):
        self.enclosing.append((decision, branch))
        done = self._block(statements)
        self.enclosing.pop()
        return done

    def visit_If(self, node):
        if not self.function:
            return self.generic_visit(node)
        test, decision = self._condition(node.test, 'if')
        node.test = test
        node.body = self._inside(decision, True, node.body)
        node.orelse = self._inside(decision, False, node.orelse)
        return node

    def visit_While(self, node):
        if not self.function:
            return self.generic_visit(node)
        test, decision = self._condition(node.test, 'while')
        node.test = test
        node.body = self._inside(decision, True, node.body)
        node.orelse = self._block(node.orelse)
        return node

    def _loop(self, node):
        node.iter = self.visit(node.iter)
        node.body = self._block(node.body) if self.function else [self.visit(item) for item in node.body]
        node.orelse = self._block(node.orelse) if self.function else [self.visit(item) for item in node.orelse]
        return node

    visit_For = _loop
    visit_AsyncFor = _loop

    def visit_With(self, node):
        if not self.function:
            return self.generic_visit(node)
        node.items = [self.visit(item) for item in node.items]
        node.body = self._block(node.body)
        return node

    def visit_Try(self, node):
        if not self.function:
            return self.generic_visit(node)
        node.body = self._block(node.body)
        for handler in node.handlers:
            handler.body = self._block(handler.body)
        node.orelse = self._block(node.orelse)
        node.finalbody = self._block(node.finalbody)
        return node

    def visit_match_case(self, node):
        if not self.function:
            return self.generic_visit(node)
        if node.guard is not None:
            node.guard = self._condition(node.guard, 'if')[0]
        node.body = self._block(node.body)
        return node

    def visit_Return(self, node):
        if not self.function:
            return node
        made = self.target.add('return', node, self.function)
        self.target.returns[made.number] = self.enclosing[-1] if self.enclosing else None
        value = node.value
        if value is None:
            value = ast.copy_location(ast.Constant(None), node)
        elif not isinstance(value, ast.Constant):
            value, part = self._condition(value, 'return')
            made.parts.append(part.number)
        node.value = ast.copy_location(_call(LEAVE, _frame(), made.number, value), node)
        return node

    # Conditions

    def visit_Compare(self, node):
        return self._condition(node, None)[0] if self.function else node

    def visit_BoolOp(self, node):
        return self._condition(node, None)[0] if self.function else node

    def visit_UnaryOp(self, node):
        if self.function and isinstance(node.op, ast.Not):
            return self._condition(node, None)[0]
        return self.generic_visit(node)

    def visit_IfExp(self, node):
        return self._condition(node, None)[0] if self.function else node

    def visit_comprehension(self, node):
        if not self.function:
            return node
        node.target = self.visit(node.target)
        node.iter = self.visit(node.iter)
        node.ifs = [self._condition(test, 'if')[0] for test in node.ifs]
        return node

    def _condition(self, node, role):
        """The expression with its telling, and its node."""
        kind = _kind_of(node)
        made = self.target.add(kind, node, self.function)
        made.role = role
        inner = self._inner(node, kind, made)
        return ast.copy_location(_call(NOTE, _frame(), made.number, inner), node), made

    def _part(self, node, made):
        value, part = self._condition(node, None)
        made.parts.append(part.number)
        return value

    def _operand(self, node, made):
        # What a literal or the event as a whole is needs no telling.
        if isinstance(node, ast.Constant) or (isinstance(node, ast.Name) and node.id == self.argument):
            return node
        made.operands.append(self.target.text_of(node)[:LONGEST_TEXT])
        read = _call(READ, _frame(), made.number, len(made.operands) - 1, self.visit(node))
        return ast.copy_location(read, node)

    def _inner(self, node, kind, made):
        if kind in ('and', 'or'):
            node.values = [self._part(value, made) for value in node.values]
        elif kind == 'not':
            node.operand = self._part(node.operand, made)
        elif kind == 'compare':
            node.left = self._operand(node.left, made)
            node.comparators = [self._operand(value, made) for value in node.comparators]
        elif kind == 'if-else':
            node.test = self._part(node.test, made)
            node.body, node.orelse = self._part(node.body, made), self._part(node.orelse, made)
        elif kind in ('all', 'any'):
            self._quantified(node, made)
        elif kind == 'call':
            self._called(node, made)
        else:
            node = self.generic_visit(node)
        return node

    def _quantified(self, node, made):
        members = node.args[0]
        if isinstance(members, (ast.List, ast.Tuple)) and not any(isinstance(item, ast.Starred) for item in members.elts):
            members.elts = [self._part(item, made) for item in members.elts]
        elif isinstance(members, (ast.GeneratorExp, ast.ListComp)):
            members.generators = [self.visit(generator) for generator in members.generators]
            members.elt = self._part(members.elt, made)
        else:
            node.args = [self._operand(members, made)]

    def _called(self, node, made):
        if isinstance(node.func, ast.Name) and node.func.id in self.functions:
            made.called = node.func.id
        if isinstance(node.func, ast.Attribute):
            node.func.value = self._operand(node.func.value, made)
        node.args = [self.visit(item) if isinstance(item, ast.Starred) else self._operand(item, made) for item in node.args]
        node.keywords = [self.visit(item) for item in node.keywords]


def _kind_of(node):
    if isinstance(node, ast.BoolOp):
        return 'and' if isinstance(node.op, ast.And) else 'or'
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        return 'not'
    if isinstance(node, ast.Compare):
        return 'compare'
    if isinstance(node, ast.IfExp):
        return 'if-else'
    if isinstance(node, ast.Call):
        is_quantifier = isinstance(node.func, ast.Name) and node.func.id in ('all', 'any')
        return node.func.id if is_quantifier and len(node.args) == 1 and not node.keywords else 'call'
    return 'value'


def instrumented_module(body, filename, recorder):
    """(module with the rewritten body executed in it, what its numbers stand for)."""
    found = Instrumented(body, filename)
    module = types.ModuleType('margay_study')
    module.__file__ = filename
    found.run(module, recorder)
    return module, found
