"""Finds which fields of the event a rule's answer depends on, where it depends on nothing else.

Such a rule gives the same answer for the same values, so what it said once need not be asked again. The text is
held against lists of what is known to be harmless; anything not on them means "depends on more".
"""

import ast

_STATEMENTS = (
    ast.Return, ast.If, ast.Assign, ast.AnnAssign, ast.AugAssign, ast.Expr, ast.Pass, ast.For, ast.While, ast.Try,
    ast.ExceptHandler, ast.Break, ast.Continue,
)  # fmt: skip
_EXPRESSIONS = (
    ast.BoolOp, ast.BinOp, ast.UnaryOp, ast.Compare, ast.Constant, ast.IfExp, ast.JoinedStr, ast.FormattedValue,
    ast.Tuple, ast.List, ast.Set, ast.Dict, ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp,
    ast.comprehension, ast.Slice, ast.NamedExpr, ast.keyword, ast.boolop, ast.operator, ast.unaryop, ast.cmpop,
    ast.expr_context,
)  # fmt: skip
_BUILTINS = frozenset(
    'abs all any bool dict divmod enumerate filter float frozenset int isinstance len list map max min ord chr range'
    ' reversed round set sorted str sum tuple zip bytes'
    ' ArithmeticError AttributeError Exception IndexError KeyError LookupError TypeError ValueError'
    ' UnicodeError ZeroDivisionError'.split()
)
_METHODS = frozenset(
    'capitalize casefold count decode encode endswith find format_map get group groupdict groups index isalnum isalpha'
    ' isdecimal isdigit islower isnumeric isspace isupper items join keys ljust lower lstrip match fullmatch search'
    ' findall partition removeprefix removesuffix replace rfind rindex rjust rpartition rsplit rstrip split'
    ' splitlines startswith strip swapcase title translate upper values zfill'
    ' union intersection difference symmetric_difference isdisjoint issubset issuperset subnet_of supernet_of'.split()
)
_ATTRIBUTES = frozenset(
    'is_private is_global is_loopback is_multicast is_reserved is_link_local is_unspecified version pattern'.split()
)
_MODULE_CALLS = {
    're': frozenset('search match fullmatch findall sub split escape compile'.split()),
    'fnmatch': frozenset(('fnmatch', 'fnmatchcase')),
    'ipaddress': frozenset('ip_address ip_network ip_interface IPv4Address IPv4Network IPv6Address IPv6Network'.split()),
    'base64': frozenset('b64decode b64encode urlsafe_b64decode'.split()),
    'binascii': frozenset(('unhexlify', 'hexlify', 'a2b_base64')),
    'math': frozenset('ceil floor log log2 log10 sqrt'.split()),
}
_MODULE_VALUES = {'re': frozenset('I IGNORECASE M MULTILINE S DOTALL X VERBOSE A ASCII'.split())}
DEEPEST = 4
MOST_FIELDS = 6
MOST_READS = 40


class Depends(Exception):
    """The answer depends on more than fields of the event."""


def fields_read(scope, function, sources):
    """Paths as tuples of keys, sorted; None where the answer depends on more."""
    reader = _Reader(sources)
    try:
        reader.function(scope, function, {function.args.args[0].arg}, 0)
    except (Depends, RecursionError):
        return None
    paths = sorted(reader.paths)
    return paths if 0 < len(paths) <= MOST_FIELDS else None


def reads_of(scope, functions, sources):
    """`{keys, isStrict?}` of every path the functions look at, sorted; None where one of them depends on more.

    Strict: whether there is anything on the way to the value matters too, as in `event["a"].get("b")`. To `deep_get`
    an absent value is an absent value.
    """
    reader = _Reader(sources)
    try:
        for function in functions:
            reader.function(scope, function, {function.args.args[0].arg}, 0)
    except (Depends, RecursionError):
        return None
    if not 0 < len(reader.paths) <= MOST_READS:
        return None
    return [{'keys': path, **({'isStrict': True} if path in reader.strict else {})} for path in sorted(reader.paths)]


class _Reader:
    def __init__(self, sources):
        self.sources = sources
        self.paths = set()
        self.strict = set()
        self.seen = set()

    def function(self, scope, node, event_names, depth):
        """`event_names`: the parameters that hold the event."""
        known = (node, frozenset(event_names))
        if known in self.seen:
            return
        self.seen.add(known)
        names = scope.locals_of(node)
        arguments = node.args
        if depth > DEEPEST or names.is_generator or node.decorator_list:
            raise Depends
        if arguments.vararg or arguments.kwarg or event_names & names.stored:
            raise Depends
        if not all(isinstance(default, ast.Constant) for default in arguments.defaults):
            raise Depends
        walk = _Body(self, scope, names.names, event_names, depth)
        for statement in node.body:
            walk.visit(statement)


class _Body:
    def __init__(self, reader, scope, local_names, event_names, depth):
        self.reader = reader
        self.scope = scope
        self.local_names = local_names
        self.event_names = event_names
        self.depth = depth

    def visit(self, node):
        path = self._path(node)
        if path is not None:
            if not path:
                raise Depends  # the event itself goes somewhere
            self.reader.paths.add(path)
            if len(path) > 1 and not _is_deep_get(node):
                self.reader.strict.add(path)
            return
        if isinstance(node, ast.Call):
            self._call(node)
        elif isinstance(node, ast.Name):
            self._name(node)
        elif isinstance(node, ast.Attribute):
            self._attribute(node)
        elif isinstance(node, ast.Subscript):
            if not isinstance(node.ctx, ast.Load):
                raise Depends
            self.visit(node.value)
            self.visit(node.slice)
        elif isinstance(node, ast.Compare) and self._is_key_test(node):
            self.reader.paths.add((node.left.value,))
        elif isinstance(node, _STATEMENTS) or isinstance(node, _EXPRESSIONS):
            for child in ast.iter_child_nodes(node):
                self.visit(child)
        else:
            raise Depends

    def _is_key_test(self, node):
        if len(node.ops) != 1 or not isinstance(node.ops[0], (ast.In, ast.NotIn)):
            return False
        return self._is_event(node.comparators[0]) and _is_text(node.left)

    def _is_event(self, node):
        return isinstance(node, ast.Name) and node.id in self.event_names

    def _path(self, node):
        """Keys from the event to the value, for a chain of look-ups with constant keys; () for the event."""
        if self._is_event(node):
            return ()
        if isinstance(node, ast.Subscript) and isinstance(node.ctx, ast.Load) and _is_text(node.slice):
            base = self._path(node.value)
            return None if base is None else (*base, node.slice.value)
        if isinstance(node, ast.BoolOp) and isinstance(node.op, ast.Or) and len(node.values) == 2:
            base = self._path(node.values[0])
            is_empty = isinstance(node.values[1], ast.Dict) and not node.values[1].keys
            return base if base and is_empty else None
        if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute):
            return None
        return self._looked_up(node)

    def _looked_up(self, node):
        name = node.func.attr
        if name not in ('get', 'deep_get') or not node.args:
            return None
        base = self._path(node.func.value)
        if base is None or (name == 'deep_get' and base):
            return None
        keys = node.args if name == 'deep_get' else node.args[:1]
        if not all(_is_text(key) for key in keys):
            return None
        for default in (*node.args[len(keys) :], *(keyword.value for keyword in node.keywords)):
            self.visit(default)
        return (*base, *(key.value for key in keys))

    def _name(self, node):
        name = node.id
        if name in self.local_names:
            return
        if self.scope.is_builtin(name) and name in _BUILTINS:
            return
        if self.scope.constant(name) is None and not self._is_pattern(name):
            raise Depends

    def _is_pattern(self, name):
        """PATTERN = re.compile('...', re.I) at the top of the module."""
        value = self.scope.assigned(name)
        if not isinstance(value, ast.Call) or not isinstance(value.func, ast.Attribute):
            return False
        is_compile = value.func.attr == 'compile' and self._imported_module(value.func.value) == 're'
        if not is_compile or value.keywords:
            return False
        return all(isinstance(part, ast.Constant) or self._is_flag(part) for part in value.args)

    def _is_flag(self, node):
        if isinstance(node, ast.BinOp):
            return self._is_flag(node.left) and self._is_flag(node.right)
        return isinstance(node, ast.Attribute) and self._is_module_value(node)

    def _is_module_value(self, node):
        return node.attr in _MODULE_VALUES.get(self._imported_module(node.value), ())

    def _imported_module(self, node):
        if not isinstance(node, ast.Name) or node.id in self.local_names:
            return None
        origin = self.scope.imported(node.id)
        return origin[0] if origin is not None and origin[1] is None else None

    def _attribute(self, node):
        if self._is_module_value(node):
            return
        if node.attr not in _ATTRIBUTES or not isinstance(node.ctx, ast.Load):
            raise Depends
        self.visit(node.value)

    def _call(self, node):
        function = node.func
        if isinstance(function, ast.Name):
            self._named_call(function.id, node)
            return
        if not isinstance(function, ast.Attribute):
            raise Depends
        module = self._imported_module(function.value)
        if module is not None:
            self._module_call(module, function.attr, node)
            return
        if function.attr not in _METHODS or self._is_event(function.value):
            raise Depends
        self.visit(function.value)
        self._arguments(node)

    def _named_call(self, name, node):
        if name in self.local_names:
            raise Depends
        if self.scope.is_builtin(name):
            if name not in _BUILTINS:
                raise Depends
            self._arguments(node)
            return
        function = self.scope.function(name)
        if function is not None:
            self._own_call(self.scope, function, node)
            return
        origin = self.scope.imported(name)
        if origin is None or origin[1] is None:
            raise Depends
        self._module_call(origin[0], origin[1], node)

    def _module_call(self, module, name, node):
        if name in _MODULE_CALLS.get(module, ()) and module not in self.reader.sources.texts:
            self._arguments(node)
            return
        scope = self.reader.sources.scope(module)
        function = scope and scope.function(name)
        if not function:
            raise Depends
        self._own_call(scope, function, node)

    def _own_call(self, scope, function, node):
        """A helper whose text is at hand; the event may be handed on to it."""
        if any(keyword.arg is None for keyword in node.keywords):
            raise Depends
        names = [argument.arg for argument in (*function.args.posonlyargs, *function.args.args)]
        events = set()
        given = [*zip(names, node.args), *((keyword.arg, keyword.value) for keyword in node.keywords)]
        if len(node.args) > len(names):
            raise Depends
        for name, value in given:
            if self._is_event(value):
                events.add(name)
            else:
                self.visit(value)
        self.reader.function(scope, function, events, self.depth + 1)

    def _arguments(self, node):
        for argument in (*node.args, *node.keywords):
            self.visit(argument)


def _is_deep_get(node):
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == 'deep_get'


def _is_text(node):
    return isinstance(node, ast.Constant) and isinstance(node.value, str)
