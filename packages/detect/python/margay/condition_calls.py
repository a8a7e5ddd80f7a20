"""Calls in a rule: reading the event, tests of texts, and helper functions whose text is at hand."""

import ast

from margay.condition_statements import run_block
from margay.condition_terms import all_of, any_of
from margay.condition_values import ANY_BOOL, UNKNOWN, Event, Field, Known, Outcome, Text

DEEPEST = 3
LONGEST_UNROLLED = 40


class Calls:
    def __init__(self, expressions):
        self.expressions = expressions

    def evaluate(self, node, frame):
        if any(keyword.arg is None for keyword in node.keywords):
            return UNKNOWN, True
        if isinstance(node.func, ast.Attribute):
            return self._method(node, frame)
        if isinstance(node.func, ast.Name) and node.func.id not in frame.locals and node.func.id not in frame.names:
            return self._function(node, frame)
        return UNKNOWN, True

    # Methods of the event and of its fields.

    def _method(self, node, frame):
        module = self._module(node.func.value, frame)
        if module is not None:
            return self._inline(module, node.func.attr, node, frame)
        target, raises = self.expressions.evaluate(node.func.value, frame)
        arguments = [self.expressions.evaluate(argument, frame) for argument in node.args]
        options = {keyword.arg: self.expressions.evaluate(keyword.value, frame) for keyword in node.keywords}
        raises = any_of(raises, *(may_raise for _, may_raise in (*arguments, *options.values())))
        value, own = self._call_method(
            target,
            node.func.attr,
            [value for value, _ in arguments],
            {name: value for name, (value, _) in options.items()},
        )
        return value, any_of(raises, own)

    def _call_method(self, target, name, arguments, options):
        if name == 'get' and 1 <= len(arguments) <= 2 and not options:
            return self._get(target, arguments[0], arguments[1] if len(arguments) == 2 else Known(None))
        if isinstance(target, Event):
            return self._event_method(name, arguments, options)
        if isinstance(target, Field) and name in ('startswith', 'endswith') and len(arguments) == 1 and not options:
            return self._affix(target, name, arguments[0])
        if isinstance(target, Field) and name in ('lower', 'upper', 'strip', 'casefold', 'split', 'lstrip', 'rstrip'):
            if not arguments and not options:
                return Text(), target.unless('text', lambda value: isinstance(value, str))
        if isinstance(target, Text) and name in ('lower', 'upper', 'strip', 'casefold') and not arguments:
            return Text(), False
        return UNKNOWN, True

    def _event_method(self, name, arguments, options):
        keys = [value.value for value in arguments if isinstance(value, Known) and isinstance(value.value, str)]
        if len(keys) != len(arguments) or not keys or not options.keys() <= {'default'}:
            return UNKNOWN, True
        default = options.get('default', Known(None))
        if name == 'deep_get':
            return Field({'keys': keys}, default, null_is_absent=True), False
        if name == 'udm' and len(keys) == 1:
            field = Field({'udm': keys[0]}, default)
            return field, field.ask('unsafe')
        if name == 'deep_walk' and options.keys() <= {'default'}:
            return UNKNOWN, False
        return UNKNOWN, True

    def _get(self, target, key, default):
        if not isinstance(key, Known) or not isinstance(key.value, str):
            return UNKNOWN, True
        found = self.child(target, key.value, default)
        return (UNKNOWN, True) if found is None else found

    def child(self, target, key, default):
        """(field below the target, condition under which the target is no mapping); None when it is no field."""
        if isinstance(target, Event):
            return Field({'keys': [key]}, default), False
        if not isinstance(target, Field) or 'keys' not in target.path:
            return None
        not_a_mapping = target.unless('mapping', lambda value: isinstance(value, dict))
        # A default that is a filled dictionary would be looked into; only the empty one is understood.
        if isinstance(target.default, Known) and isinstance(target.default.value, dict) and target.default.value:
            not_a_mapping = any_of(not_a_mapping, target.absent())
        return Field({'keys': [*target.path['keys'], key]}, default), not_a_mapping

    def _affix(self, field, name, argument):
        texts = argument.value if isinstance(argument, Known) else None
        if isinstance(texts, str):
            texts = (texts,)
        if not isinstance(texts, tuple) or not texts or not all(isinstance(text, str) for text in texts):
            return UNKNOWN, True
        question = {'prefix' if name == 'startswith' else 'suffix': list(texts)}
        raises = field.unless('text', lambda value: isinstance(value, str))
        outcome = field.compare(question, lambda value: isinstance(value, str) and getattr(value, name)(texts))
        return outcome, raises

    # Functions.

    def _function(self, node, frame):
        name, scope = node.func.id, frame.scope
        if scope.is_builtin(name):
            return self._builtin(name, node, frame)
        if scope.function(name) is not None:
            return self._inline(scope, name, node, frame)
        origin = scope.imported(name)
        if origin is not None and origin[1] is not None:
            module = self.expressions.sources.scope(origin[0])
            if module is not None:
                return self._inline(module, origin[1], node, frame)
        return UNKNOWN, True

    def _module(self, node, frame):
        """The scope of a helper module named by a plain name."""
        if not isinstance(node, ast.Name) or node.id in frame.locals or node.id in frame.names:
            return None
        origin = frame.scope.imported(node.id)
        if origin is None or origin[1] is not None:
            return None
        return self.expressions.sources.scope(origin[0])

    def _builtin(self, name, node, frame):
        if node.keywords:
            return UNKNOWN, True
        if name in ('any', 'all') and len(node.args) == 1:
            return self._any_or_all(node.args[0], name == 'all', frame)
        arguments = [self.expressions.evaluate(argument, frame) for argument in node.args]
        raises = any_of(*(may_raise for _, may_raise in arguments))
        if name == 'bool' and len(arguments) == 1:
            value = arguments[0][0]
            return Outcome(value.may_be_true(), value.may_be_false()), raises
        if name == 'isinstance' and len(node.args) == 2 and self._are_builtin_types(node.args[1], frame):
            value, raises = arguments[0]
            return ANY_BOOL, raises
        return UNKNOWN, True

    def _are_builtin_types(self, node, frame):
        parts = node.elts if isinstance(node, ast.Tuple) else [node]
        names = {'str', 'int', 'float', 'bool', 'list', 'dict', 'tuple', 'set'}
        return all(
            isinstance(part, ast.Name) and part.id in names and frame.scope.is_builtin(part.id) for part in parts
        )

    def _any_or_all(self, node, is_and, frame):
        if isinstance(node, (ast.List, ast.Tuple)) and node.elts:
            # Every element is evaluated before any() or all() looks at the first.
            parts = [self.expressions.evaluate(part, frame) for part in node.elts]
            outcome, _ = self.expressions.together([(value, False) for value, _ in parts], is_and)
            raises = any_of(*(may_raise for _, may_raise in parts))
            return Outcome(outcome.may_be_true(), outcome.may_be_false()), raises
        if isinstance(node, (ast.GeneratorExp, ast.ListComp)) and len(node.generators) == 1:
            return self._unrolled(node, is_and, frame)
        return UNKNOWN, True

    def _unrolled(self, node, is_and, frame):
        """any(test(x) for x in CONSTANT)."""
        loop = node.generators[0]
        source, raises = self.expressions.evaluate(loop.iter, frame)
        is_simple = isinstance(loop.target, ast.Name) and not loop.ifs and not loop.is_async
        if not is_simple or not isinstance(source, Known) or isinstance(node, ast.ListComp):
            return UNKNOWN, True
        if not isinstance(source.value, (list, tuple, set, frozenset, dict)) or len(source.value) > LONGEST_UNROLLED:
            return UNKNOWN, True
        parts = []
        for item in source.value:
            inner = frame.copy()
            inner.names[loop.target.id] = Known(item)
            parts.append(self.expressions.evaluate(node.elt, inner))
        if not parts:
            return Known(is_and), raises
        # A set's order is not known, and so neither is which element raises first.
        if not isinstance(source.value, (list, tuple)):
            raises = any_of(raises, *(may_raise for _, may_raise in parts))
        outcome, own = self.expressions.together(parts, is_and)
        return Outcome(outcome.may_be_true(), outcome.may_be_false()), any_of(raises, own)

    def _inline(self, scope, name, node, frame):
        """A helper's own text in place of the call."""
        from margay.condition_expressions import Frame  # the two need each other

        function = scope.function(name)
        if function is None or frame.depth >= DEEPEST or scope.locals_of(function).is_generator:
            return UNKNOWN, True
        names, raises = self._bind(function, node, frame)
        if names is None:
            return UNKNOWN, True
        inner = Frame(scope, function, names, frame.depth + 1)
        effects, results = [], []
        value = _only_expression(function)
        if value is not None:
            found, own = self.expressions.evaluate(value, inner)
            return found, any_of(raises, own)

        def returns(reached, returned):
            results.append((reached, returned))

        end = run_block(function.body, inner, True, self.expressions, effects.append, returns)
        true = any_of(*(all_of(reached, found.may_be_true()) for reached, found in results))
        false = any_of(end, *(all_of(reached, found.may_be_false()) for reached, found in results))
        odd = any_of(end, *(all_of(reached, found.may_be_odd()) for reached, found in results))
        return Outcome(true, false, odd), any_of(raises, *effects)

    def _bind(self, function, node, frame):
        """Local names of the helper, or None where the call is not plain."""
        arguments = function.args
        if arguments.vararg or arguments.kwarg or arguments.kwonlyargs or arguments.posonlyargs:
            return None, True
        if any(isinstance(argument, ast.Starred) for argument in node.args):
            return None, True
        wanted = [argument.arg for argument in arguments.args]
        if len(node.args) > len(wanted):
            return None, True
        given = dict(zip(wanted, node.args))
        for keyword in node.keywords:
            if keyword.arg not in wanted or keyword.arg in given:
                return None, True
            given[keyword.arg] = keyword.value
        names, raises = {}, []
        for name, value in given.items():
            names[name], may_raise = self.expressions.evaluate(value, frame)
            raises.append(may_raise)
        first = len(wanted) - len(arguments.defaults)
        for name, default in zip(wanted[first:], arguments.defaults):
            if name not in names:
                if not isinstance(default, ast.Constant):
                    return None, True
                names[name] = Known(default.value)
        return (names, any_of(*raises)) if len(names) == len(wanted) else (None, True)


def _only_expression(function):
    body = [statement for statement in function.body if not _is_docstring(statement)]
    return body[0].value if len(body) == 1 and isinstance(body[0], ast.Return) and body[0].value else None


def _is_docstring(statement):
    return isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)
