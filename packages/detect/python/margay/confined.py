"""Which bodies are confined: their text shows that they cannot change, or read, anything another detection uses.

Confined bodies share an interpreter; all others run apart, each from a clean one. So the question is not whether a body
is wicked, only whether its text leaves room for doubt, and every doubt says "apart". What is relied on:

- A confined body never holds a module: modules stand only before a dot, with a name listed in known_modules.py behind.
- It writes no attribute, except on the object that its own `__init__` was just called with.
- It names no attribute or name that begins with an underscore, and none that leads to frames, code or registries.
- What it can reach of others cannot be changed through the methods it has: event views, texts, functions of the runtime.
- Helper modules are confined too, and a helper that keeps anything changeable is loaded anew for each detection.
"""

import ast
import builtins
import string

from margay.known_modules import ALLOWED, BASES, DECORATORS, TYPES


def _is_exception(name):
    value = getattr(builtins, name, None)
    return isinstance(value, type) and issubclass(value, BaseException)


_BUILTINS = frozenset(
    (
        'abs all any ascii bin bool bytearray bytes callable chr complex dict divmod enumerate filter float format'
        ' frozenset hash hex id int isinstance issubclass iter len list map max min next object oct ord pow print range'
        ' repr reversed round set slice sorted str sum tuple zip staticmethod classmethod property NotImplemented'
        ' Ellipsis __name__'
    ).split()
) | {name for name in vars(builtins) if _is_exception(name)}

# Also where a body binds them itself: a name may be its own in one function and the built-in one in the next.
_DARK_BUILTINS = vars(builtins).keys() - _BUILTINS - {'getattr', 'hasattr', '__name__', 'True', 'False', 'None'}

_BUILTIN_BASES = frozenset(name for name in _BUILTINS if _is_exception(name)) | {'object'}
_MODEL_METHODS = ('udm', 'udm_path')
_METHODS = frozenset({'__init__', '__str__', '__repr__'})

# Frames, code objects and tracebacks begin so; the names are what changes or shows other things than their owner.
_PREFIXES = ('_', 'gi_', 'cr_', 'ag_', 'tb_', 'co_', 'f_')
_ATTRIBUTES = frozenset({'register', 'mro', 'format', 'format_map', 'cache_clear', 'with_traceback', 'obj'})

_REFUSED_NODES = tuple(
    getattr(ast, name)
    for name in (
        'AsyncFunctionDef AsyncFor AsyncWith Await TypeAlias TemplateStr TypeVar ParamSpec TypeVarTuple MatchClass'
    ).split()
    if hasattr(ast, name)
)


class Apart(Exception):
    """Why a body is not confined."""


def _refuse(node, reason):
    raise Apart(f'line {getattr(node, "lineno", 1)}: {reason}')


def _is_dark(name):
    return name.startswith(_PREFIXES) or name in _ATTRIBUTES


class Body:
    """What the text of one module says. Raises Apart at the first doubt."""

    def __init__(self, text, helpers):
        self.helpers = helpers
        # Name to the module it stands for, in all of the text.
        self.modules = {}
        # Names that may stand in one kind of place only; of decorators, which one each is.
        self.decorators = {}
        self.bases = set()
        self.types = set()
        self.own_classes = set()
        self.bound = set()
        self.constants = {}
        self.imported_helpers = set()
        self.uses_models = False
        self.declares_globals = False
        try:
            tree = ast.parse(text)
        except (SyntaxError, ValueError):
            raise Apart('line 1: it cannot be read') from None
        self._gather(tree)
        self._imports(tree, False)
        self._body(tree.body, None)

    # What names stand for.

    def _gather(self, tree):
        counts = {}
        for node in ast.walk(tree):
            for name in _names_bound_by(node):
                counts[name] = counts.get(name, 0) + 1
            self.declares_globals = self.declares_globals or isinstance(node, ast.Global)
        self.bound = set(counts)
        for node in tree.body:
            if isinstance(node, ast.Assign) and len(node.targets) == 1 and isinstance(node.targets[0], ast.Name):
                name, value = node.targets[0].id, node.value
                if counts[name] == 1 and isinstance(value, ast.Constant) and isinstance(value.value, str):
                    self.constants[name] = value.value
            elif isinstance(node, ast.ClassDef) and counts[node.name] == 1:
                self.own_classes.add(node.name)

    def _imports(self, node, is_inside):
        if isinstance(node, ast.Import):
            self._import(node, is_inside)
        elif isinstance(node, ast.ImportFrom):
            self._import_from(node, is_inside)
        else:
            is_inside = is_inside or isinstance(node, (ast.FunctionDef, ast.Lambda))
            for child in ast.iter_child_nodes(node):
                self._imports(child, is_inside)

    def _import(self, node, is_inside):
        for alias in node.names:
            # `import a.b` binds `a`, and `a.b.c` is looked up as one path.
            is_package = alias.asname is None and '.' in alias.name
            name = alias.asname or alias.name.split('.')[0]
            _check_name(node, name)
            self._known(node, alias.name, is_inside)
            self._stands_for(node, name, name if is_package else alias.name)

    def _known(self, node, module, is_inside):
        if module in self.helpers:
            self._helper(node, module, is_inside)
        elif module not in ALLOWED and not any(known.startswith(f'{module}.') for known in ALLOWED):
            _refuse(node, f'it imports {module}')

    def _stands_for(self, node, name, module):
        is_other = self.modules.setdefault(name, module) != module
        if is_other or name in self.decorators or name in self.bases or name in self.types:
            _refuse(node, f'{name} stands for two things')

    def _helper(self, node, module, is_inside):
        if is_inside:
            _refuse(node, f'it imports the helper {module} inside a function')
        helper = self.helpers[module]
        if isinstance(helper, str):
            _refuse(node, f'the helper {module} is not confined ({helper})')
        self.imported_helpers.add(module)
        self.uses_models = self.uses_models or helper.uses_models

    def _import_from(self, node, is_inside):
        module = node.module or ''
        if node.level:
            _refuse(node, 'it imports relatively')
        if module in self.helpers:
            self._helper(node, module, is_inside)
        for alias in node.names:
            self._import_name(node, module, alias)

    def _import_name(self, node, module, alias):
        name = alias.asname or alias.name
        _check_name(node, name)
        if name in self.modules:
            _refuse(node, f'{name} stands for two things')
        if module in self.helpers:
            self._public(node, module, alias.name)
        elif alias.name in DECORATORS.get(module, ()):
            self.decorators[name] = alias.name
        elif alias.name in BASES.get(module, ()):
            self.bases.add(name)
        elif alias.name in TYPES.get(module, ()):
            self.types.add(name)
        elif f'{module}.{alias.name}' in ALLOWED:
            self._stands_for(node, name, f'{module}.{alias.name}')
        elif alias.name not in ALLOWED.get(module, ()):
            _refuse(node, f'it imports {alias.name} of {module}')

    def _public(self, node, module, name):
        if name not in self.helpers[module].offers or _is_dark(name):
            _refuse(node, f'it uses {name} of the helper {module}')

    @property
    def offers(self):
        """The names another body may take from this one."""
        return self.bound - self.modules.keys() - self._reserved()

    def _reserved(self):
        return self.decorators.keys() | self.bases | self.types

    # What is done with them.

    def _body(self, statements, place):
        for statement in statements:
            self._visit(statement, place)

    def _visit(self, node, place):
        kind = type(node)
        if kind in _REFUSED_NODES:
            _refuse(node, f'it uses {kind.__name__}')
        handler = getattr(self, f'_on_{kind.__name__}', None)
        if handler is not None:
            handler(node, place)
        else:
            self._children(node, place)

    def _children(self, node, place):
        for child in ast.iter_child_nodes(node):
            self._visit(child, place)

    def _on_Import(self, node, place):
        """Seen already, wherever it stands."""

    _on_ImportFrom = _on_Import

    def _on_Name(self, node, place):
        self._bind(node, node.id)
        if isinstance(node.ctx, ast.Load) and node.id not in self.bound and node.id not in _BUILTINS:
            _refuse(node, f'it uses {node.id}')

    def _on_Attribute(self, node, place):
        if not isinstance(node.ctx, ast.Load):
            self._store(node, place)
            return
        if _is_dark(node.attr):
            _refuse(node, f'it uses the attribute {node.attr}')
        if node.attr in _MODEL_METHODS:
            self.uses_models = True
        path = self._module_path(node)
        if path is None:
            self._visit(node.value, place)
        elif path in self.helpers:
            self._public(node, path, node.attr)
        elif node.attr not in ALLOWED.get(path, ()):
            _refuse(node, f'it uses {node.attr} of {path}')

    def _module_path(self, node):
        """The module an attribute is taken from, or None where it is taken from a value."""
        names, value = [], node.value
        while isinstance(value, ast.Attribute):
            names.append(value.attr)
            value = value.value
        if not isinstance(value, ast.Name) or value.id not in self.modules:
            return None
        path = '.'.join([self.modules[value.id], *reversed(names)])
        # `datetime.datetime.now`: the class is a value like any other.
        return None if names and path not in ALLOWED and path not in self.helpers else path

    def _store(self, node, place):
        is_own = (
            isinstance(node.value, ast.Name)
            and node.value.id == place
            and isinstance(node.ctx, ast.Store)
        )
        if not is_own or _is_dark(node.attr):
            _refuse(node, f'it sets the attribute {node.attr}')

    def _on_Call(self, node, place):
        function = node.func
        rest = [*node.args, *(keyword.value for keyword in node.keywords)]
        for keyword in node.keywords:
            if keyword.arg is not None and keyword.arg.startswith('__'):
                _refuse(node, f'it uses the name {keyword.arg}')
        if isinstance(function, ast.Name) and function.id in ('getattr', 'hasattr'):
            self._check_named_attribute(node, function.id)
        elif _is_call_of(node, 'isinstance') and len(rest) == 2:
            rest = [rest[0], *(name for name in _alternatives(rest[1]) if not self._is_type(name))]
        elif isinstance(function, ast.Attribute) and function.attr == 'format':
            self._check_template(node, function.value)
        else:
            self._visit(function, place)
        for argument in rest:
            self._visit(argument, place)

    def _is_type(self, node):
        return isinstance(node, ast.Name) and node.id in self.types

    def _check_named_attribute(self, node, name):
        attribute = node.args[1] if len(node.args) > 1 else None
        is_text = isinstance(attribute, ast.Constant) and isinstance(attribute.value, str)
        has_stars = any(isinstance(argument, ast.Starred) for argument in node.args[:2])
        if has_stars or not is_text or _is_dark(attribute.value) or name in self.bound:
            _refuse(node, f'it calls {name} for an attribute its text does not name')
        if attribute.value in _MODEL_METHODS:
            self.uses_models = True

    def _on_Compare(self, node, place):
        """The one thing a class may be asked: whether it is another. Held, it would lead to its own class."""
        for side in [node.left, *node.comparators]:
            if _is_call_of(side, 'type') and len(side.args) == 1 and not side.keywords:
                if 'type' in self.bound or isinstance(side.args[0], ast.Starred):
                    _refuse(side, 'it uses type')
                self._visit(side.args[0], place)
            else:
                self._visit(side, place)

    def _check_template(self, node, value):
        text = value.value if isinstance(value, ast.Constant) else None
        if isinstance(value, ast.Name):
            text = self.constants.get(value.id)
        if not isinstance(text, str) or not _is_harmless_template(text):
            _refuse(node, 'it formats a text that its own text does not show')

    def _on_ClassDef(self, node, place):
        _check_name(node, node.name)
        if node.keywords or getattr(node, 'type_params', None):
            _refuse(node, f'the class {node.name} has a metaclass or parameters')
        for base in node.bases:
            if not isinstance(base, ast.Name) or not self._may_be_base(base.id):
                _refuse(node, f'the class {node.name} is derived from what is not its own')
        for decorator in node.decorator_list:
            if not self._is_plain_dataclass(decorator):
                _refuse(node, f'the class {node.name} is decorated')
        for statement in node.body:
            if isinstance(statement, ast.FunctionDef):
                self._function(statement, place, statement.name)
            elif isinstance(statement, (ast.Assign, ast.AnnAssign, ast.Expr, ast.Pass)):
                self._visit(statement, place)
            else:
                _refuse(statement, f'the class {node.name} holds more than values and methods')

    def _is_plain_dataclass(self, decorator):
        """With switches only: an argument of another sort is what it decorates, or code that runs."""
        called = decorator
        if isinstance(decorator, ast.Call):
            if decorator.args or not all(word.arg and isinstance(word.value, ast.Constant) for word in decorator.keywords):
                return False
            called = decorator.func
        return isinstance(called, ast.Name) and self.decorators.get(called.id) == 'dataclass'

    def _may_be_base(self, name):
        return name in self.bases or name in self.own_classes or (name not in self.bound and name in _BUILTIN_BASES)

    def _on_FunctionDef(self, node, place):
        _check_name(node, node.name)
        self._function(node, place, None)

    def _function(self, node, place, method):
        if getattr(node, 'type_params', None):
            _refuse(node, f'{node.name} has type parameters')
        if method is not None and method not in _METHODS:
            _check_name(node, method)
            if method.startswith('__'):
                _refuse(node, f'it defines {method}')
        if method in _METHODS and node.decorator_list:
            # Its first argument need not be the object then.
            _refuse(node, f'its {method} is decorated')
        for decorator in node.decorator_list:
            self._visit(decorator.args[0] if self._is_plain_wraps(decorator) else decorator, place)
        self._arguments(node.args, place)
        if node.returns is not None:
            self._visit(node.returns, place)
        _check_generator(node)
        self._body(node.body, _self_of(node) if method == '__init__' else None)

    def _is_plain_wraps(self, decorator):
        """Of one function, whose name and text it copies; with more arguments it copies what it is told to."""
        return (
            isinstance(decorator, ast.Call)
            and isinstance(decorator.func, ast.Name)
            and self.decorators.get(decorator.func.id) == 'wraps'
            and not decorator.keywords
            and len(decorator.args) == 1
            and isinstance(decorator.args[0], ast.Name)
            and decorator.args[0].id not in self.own_classes
        )

    def _on_Lambda(self, node, place):
        self._arguments(node.args, place)
        self._visit(node.body, None)

    def _arguments(self, arguments, place):
        every = [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs, arguments.vararg, arguments.kwarg]
        for argument in every:
            if argument is None:
                continue
            self._bind(argument, argument.arg)
            if argument.annotation is not None:
                self._visit(argument.annotation, place)
        for default in [*arguments.defaults, *arguments.kw_defaults]:
            if default is not None:
                self._visit(default, place)

    def _on_Global(self, node, place):
        for name in node.names:
            self._bind(node, name)

    _on_Nonlocal = _on_Global

    def _on_ExceptHandler(self, node, place):
        if node.name is not None:
            self._bind(node, node.name)
        self._children(node, place)

    _on_MatchAs = _on_MatchStar = _on_ExceptHandler

    def _on_MatchMapping(self, node, place):
        if node.rest is not None:
            self._bind(node, node.rest)
        self._children(node, place)

    def _bind(self, node, name):
        """A name that is read or written like any other value."""
        _check_name(node, name)
        if name in self.modules:
            _refuse(node, f'it hands on or replaces the module {name}')
        if name in self._reserved():
            _refuse(node, f'it uses {name} in a place of its own')


def _check_name(node, name):
    if name in _DARK_BUILTINS or (name.startswith('__') and name not in ('__name__', '__all__')):
        _refuse(node, f'it uses the name {name}')


def _is_call_of(node, name):
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == name


def _alternatives(node):
    return node.elts if isinstance(node, ast.Tuple) else [node]


def _names_bound_by(node):
    if isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load):
        return (node.id,)
    if isinstance(node, (ast.FunctionDef, ast.ClassDef, ast.AsyncFunctionDef)):
        return (node.name,)
    if isinstance(node, ast.arg):
        return (node.arg,)
    if isinstance(node, (ast.Import, ast.ImportFrom)):
        return [alias.asname or alias.name.split('.')[0] for alias in node.names]
    if isinstance(node, ast.ExceptHandler) and node.name:
        return (node.name,)
    if isinstance(node, (ast.MatchAs, ast.MatchStar)) and node.name:
        return (node.name,)
    if isinstance(node, ast.MatchMapping) and node.rest:
        return (node.rest,)
    return ()


def _self_of(function):
    """What `__init__` calls its object, where the name stands for nothing else in it."""
    arguments = [*function.args.posonlyargs, *function.args.args]
    if not arguments:
        return None
    name = arguments[0].arg
    is_bound_again = any(
        name in _names_bound_by(node) for node in ast.walk(function) if node is not arguments[0] and node is not function
    )
    return None if is_bound_again or len(function.args.defaults) >= len(arguments) else name


def _check_generator(function):
    """A generator that is let go of runs its `finally` at any time, and so while another detection runs."""
    nodes = list(_own_nodes(function))
    if not any(isinstance(node, (ast.Yield, ast.YieldFrom)) for node in nodes):
        return
    if any(isinstance(node, (ast.Try, ast.With)) or type(node).__name__ == 'TryStar' for node in nodes):
        _refuse(function, f'{function.name} yields and has something to do when it is let go of')


def _own_nodes(function):
    stack = list(function.body)
    while stack:
        node = stack.pop()
        yield node
        if not isinstance(node, (ast.FunctionDef, ast.Lambda, ast.ClassDef)):
            stack.extend(ast.iter_child_nodes(node))


def _is_harmless_template(text, depth=0):
    if depth > 2:
        return False
    try:
        fields = list(string.Formatter().parse(text))
    except ValueError:
        return True  # it raises where it stands
    for _, field, specification, _ in fields:
        if field is None:
            continue
        parts = field.replace('[', '.').split('.')[1:]
        if any(_is_dark(part.rstrip(']')) for part in parts):
            return False
        if specification and not _is_harmless_template(specification, depth + 1):
            return False
    return True


def judge(texts):
    """Of helper modules (name to text): the Body of each that is confined, or the reason of each that is not."""
    verdicts = {}
    waiting = dict(texts)
    while waiting:
        ready = [name for name, text in waiting.items() if not (_helpers_named(text, waiting) - {name})]
        for name in ready or list(waiting):
            text = waiting.pop(name)
            if not ready:
                verdicts[name] = 'line 1: it takes part in a circle of imports'
                continue
            verdicts[name] = body_or_reason(text, verdicts)
    return verdicts


def body_or_reason(text, helpers):
    try:
        return Body(text, helpers)
    except Apart as apart:
        return str(apart)
    except (RecursionError, MemoryError):
        return 'line 1: it is nested too deeply'


def _helpers_named(text, helpers):
    try:
        tree = ast.parse(text)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return set()
    found = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            found.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            found.add(node.module)
    return found & set(helpers)
