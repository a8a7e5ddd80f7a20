"""Checks of an unsaved body by Python's own parser. Nothing of the body is run."""

import ast
import warnings

ENTRIES = {'RULE': 'rule', 'POLICY': 'policy'}


def _diagnostic(severity, code, message, line=1, column=1, end_line=None, end_column=None):
    return {
        'severity': severity,
        'code': code,
        'message': message,
        'line': line or 1,
        'column': column or 1,
        'endLine': end_line or line or 1,
        'endColumn': end_column or column or 1,
    }


def _entry_faults(tree, kind):
    entry = ENTRIES.get(kind)
    if entry is None:
        return []
    found = [node for node in tree.body if getattr(node, 'name', None) == entry]
    imported = any(
        isinstance(node, (ast.Import, ast.ImportFrom))
        and any((name.asname or name.name) in (entry, '*') for name in node.names)
        for node in tree.body
    )
    assigned = any(
        isinstance(node, ast.Assign) and any(getattr(target, 'id', None) == entry for target in node.targets)
        for node in tree.body
    )
    if not found and not imported and not assigned:
        message = f'There is no function {entry}(event). Define one that returns True or False.'
        return [_diagnostic('error', 'MissingFunction', message)]
    for node in found:
        if isinstance(node, ast.AsyncFunctionDef):
            message = f'{entry}() is asynchronous. Write "def {entry}(event):" without "async".'
            return [_diagnostic('error', 'AsyncFunction', message, node.lineno, node.col_offset + 1)]
        if isinstance(node, ast.FunctionDef) and not _takes_one(node.args):
            message = f'{entry}() must take exactly one argument, the event.'
            return [_diagnostic('error', 'WrongArguments', message, node.lineno, node.col_offset + 1)]
    return []


def _takes_one(arguments):
    positional = len(arguments.posonlyargs) + len(arguments.args)
    needed = positional - len(arguments.defaults)
    missing = [default for default in arguments.kw_defaults if default is None]
    return needed <= 1 and (positional >= 1 or arguments.vararg is not None) and not missing


def check(body, kind):
    """Diagnostics of a body: `kind` is a detection kind, GLOBAL or DATA_MODEL."""
    found = []
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter('always')
        try:
            tree = ast.parse(body, 'body.py')
            compile(tree, 'body.py', 'exec')
        except SyntaxError as error:
            name = type(error).__name__
            return [
                _diagnostic('error', name, error.msg, error.lineno, error.offset, error.end_lineno, error.end_offset)
            ]
        except (RecursionError, MemoryError):
            return [_diagnostic('error', 'TooComplex', 'The body is nested too deeply to be read.')]
        except ValueError as error:
            return [_diagnostic('error', 'SyntaxError', str(error))]
    for warning in caught:
        found.append(_diagnostic('warning', warning.category.__name__, str(warning.message), warning.lineno))
    return found + _entry_faults(tree, kind)
