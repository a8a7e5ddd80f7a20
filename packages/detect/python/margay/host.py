"""The one bridge out of the interpreter: JSON text in, JSON text out.

The embedder sets `bridge`. Which rule is calling is the embedder's knowledge, never said from here.
"""


from margay.views import json_encoder
from margay.wire import decode, encode

bridge = None


class HostCallError(RuntimeError):
    """The server refused a call or did not answer in time."""


def is_connected():
    return bridge is not None


def call(operation, arguments):
    """Ask the server. Raises HostCallError with the server's reason."""
    if bridge is None:
        raise HostCallError(f'{operation} is not available here')
    reply = decode(bridge(operation, encode(arguments, json_encoder, allow_nan=False)))
    if 'error' in reply:
        raise HostCallError(reply['error'])
    return reply.get('value')
