"""Exceptions as text a person can act on."""

import linecache

MESSAGE_LIMIT = 1000


def _text_of(exception):
    try:
        return str(exception)
    except KeyboardInterrupt:
        raise
    except BaseException:  # a rule's own exception class may be broken
        return '(the exception has no readable text)'


def describe(exception):
    """`ErrorName: message`, cut to a readable length."""
    message = _text_of(exception)
    name = type(exception).__name__
    text = f'{name}: {message}' if message else name
    return text if len(text) <= MESSAGE_LIMIT else text[: MESSAGE_LIMIT - 16] + '... (truncated)'


def _last_frame(exception):
    """The innermost frame that is not the runtime's own."""
    found, trace = None, exception.__traceback__
    while trace is not None:
        if not trace.tb_frame.f_code.co_filename.startswith('<margay>/margay.'):
            found = trace.tb_frame.f_code, trace.tb_lineno
        trace = trace.tb_next
    return found


def last_line(exception):
    """File, line, function and code of the place that raised; empty where it is not known."""
    frame = _last_frame(exception)
    if frame is None:
        return ''
    code, number = frame
    source = linecache.getline(code.co_filename, number or 0).strip()
    text = f'File "{code.co_filename}", line {number}, in {code.co_name}'
    return f'{text}: {source[:200]}' if source else text


def line_in(exception, filename):
    """The innermost line of this file the exception passed through, or None."""
    if isinstance(exception, SyntaxError) and exception.filename == filename:
        return exception.lineno
    found, trace = None, exception.__traceback__
    while trace is not None:
        if trace.tb_frame.f_code.co_filename == filename:
            found = trace.tb_lineno
        trace = trace.tb_next
    return found
