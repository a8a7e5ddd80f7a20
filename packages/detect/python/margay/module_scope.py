"""What the names of a module stand for, where its text leaves no doubt."""

import ast
import builtins

# Whoever uses these may change any name behind our back.
_MEDDLERS = {'exec', 'eval', 'globals', 'vars', 'locals', 'setattr', 'delattr', '__import__', '__builtins__'}
_MEDDLING_ATTRIBUTES = {'__dict__', '__globals__', '__builtins__', '__code__', '__setattr__', 'modules'}
_READING_CALLS = {'len', 'sorted', 'set', 'tuple', 'list', 'any', 'all', 'frozenset', 'str', 'min', 'max', 'sum'}
_READING_METHODS = {'get', 'items', 'keys', 'values', 'union', 'intersection', 'isdisjoint', 'issubset', 'index', 'count'}


class ModuleScope:
    """The top level of one module's text."""

    def __init__(self, text):
        self.tree = ast.parse(text)
        self.bindings = {}
        self.is_transparent = True
        self._loads = {}
        self._globals_declared = set()
        self._locals = {}
        for node, parent in walk(self.tree):
            self._look(node, parent)
        for node in self.tree.body:
            self._bind(node)

    def _look(self, node, parent):
        if isinstance(node, ast.Name):
            if node.id in _MEDDLERS:
                self.is_transparent = False
            if isinstance(node.ctx, ast.Load):
                self._loads.setdefault(node.id, []).append((node, parent))
        elif isinstance(node, ast.Attribute) and node.attr in _MEDDLING_ATTRIBUTES:
            self.is_transparent = False
        elif isinstance(node, ast.Global):
            self._globals_declared.update(node.names)
        elif isinstance(node, ast.ImportFrom) and any(name.name == '*' for name in node.names):
            self.is_transparent = False

    def _bind(self, node):
        """A name bound at several places, or inside a top-level block, stands for nothing certain."""
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            self._note(node.name, node)
        elif isinstance(node, ast.Import):
            for name in node.names:
                self._note(name.asname or name.name.split('.')[0], node)
        elif isinstance(node, ast.ImportFrom):
            for name in node.names:
                self._note(name.asname or name.name, node)
        else:
            for inner in ast.walk(node):
                if isinstance(inner, ast.Name) and isinstance(inner.ctx, (ast.Store, ast.Del)):
                    self._note(inner.id, node)
                elif isinstance(inner, (ast.FunctionDef, ast.ClassDef)) and inner is not node:
                    self._note(inner.name, node)
                elif isinstance(inner, (ast.Import, ast.ImportFrom)):
                    for name in inner.names:
                        self._note((name.asname or name.name).split('.')[0], node)

    def _note(self, name, node):
        self.bindings.setdefault(name, []).append(node)

    def _single(self, name):
        nodes = self.bindings.get(name, ())
        return nodes[0] if len(nodes) == 1 and name not in self._globals_declared else None

    def function(self, name):
        node = self._single(name)
        is_plain = isinstance(node, ast.FunctionDef) and not node.decorator_list
        return node if is_plain else None

    def locals_of(self, function):
        if function not in self._locals:
            self._locals[function] = Locals(function)
        return self._locals[function]

    def is_builtin(self, name):
        return name not in self.bindings and hasattr(builtins, name)

    def assigned(self, name):
        """The expression a name is bound to, once, at the top of the module."""
        node = self._single(name)
        if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            return node.value
        is_plain = isinstance(node, ast.Assign) and len(node.targets) == 1 and isinstance(node.targets[0], ast.Name)
        return node.value if is_plain else None

    def constant(self, name):
        """(value,) of a name that is bound once to a literal and never changed, else None."""
        value = self.assigned(name)
        if value is None:
            return None
        try:
            literal = ast.literal_eval(value)
        except (ValueError, TypeError, SyntaxError, MemoryError, RecursionError):
            return None
        if isinstance(literal, (list, set, dict)) and not self._is_only_read(name):
            return None
        return (literal,)

    def imported(self, name):
        """(module, name or None for the module itself) a name was imported from, else None."""
        node = self._single(name)
        if isinstance(node, ast.ImportFrom) and node.level == 0:
            for alias in node.names:
                if (alias.asname or alias.name) == name:
                    return node.module, alias.name
        if isinstance(node, ast.Import):
            for alias in node.names:
                if (alias.asname or alias.name) == name and '.' not in alias.name:
                    return alias.name, None
        return None

    def _is_only_read(self, name):
        return all(_is_reading(node, parent) for node, parent in self._loads.get(name, ()))


def _is_reading(node, parent):
    if isinstance(parent, (ast.Compare, ast.FormattedValue)):
        return True
    if isinstance(parent, (ast.comprehension, ast.For)):
        return parent.iter is node
    if isinstance(parent, ast.Subscript):
        return isinstance(parent.ctx, ast.Load) and parent.value is node
    if isinstance(parent, ast.Call):
        return isinstance(parent.func, ast.Name) and parent.func.id in _READING_CALLS
    return isinstance(parent, ast.Attribute) and parent.attr in _READING_METHODS


def walk(root):
    """Every node below the root with its parent. Quicker than ast.walk, and rules are many."""
    stack = [(root, None)]
    while stack:
        pair = stack.pop()
        yield pair
        node = pair[0]
        for field in node._fields:
            value = getattr(node, field, None)
            if type(value) is list:
                stack.extend((item, node) for item in value if isinstance(item, ast.AST))
            elif isinstance(value, ast.AST) and value._fields:
                stack.append((value, node))


class Locals:
    """What the text of one function tells about its names."""

    def __init__(self, function):
        self.names = set()
        self.stored = set()
        self.is_generator = False
        for node, _ in walk(function):
            if isinstance(node, ast.Name):
                if isinstance(node.ctx, ast.Store):
                    self.names.add(node.id)
                    self.stored.add(node.id)
            elif isinstance(node, ast.arg):
                self.names.add(node.arg)
            elif isinstance(node, _NAMED):
                if node is not function:
                    self.names.add(node.name)
            elif isinstance(node, (ast.Import, ast.ImportFrom)):
                self.names.update((alias.asname or alias.name).split('.')[0] for alias in node.names)
            elif isinstance(node, (ast.Yield, ast.YieldFrom, ast.Await)):
                self.is_generator = True


_NAMED = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
