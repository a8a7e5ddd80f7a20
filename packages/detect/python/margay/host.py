"""The one bridge out of the interpreter: JSON text in, JSON text out.

The embedder offers a file. Which rule is calling is the embedder's knowledge, never said from here.
"""

import os

from margay.views import json_encoder
from margay.wire import decode, encode

_PART = 65_536
_descriptor = None


class HostCallError(RuntimeError):
    """The server refused a call or did not answer in time."""


def connect(path):
    global _descriptor
    _descriptor = os.open(path, os.O_RDWR)
    return _descriptor


def is_connected():
    return _descriptor is not None


def _ask(question):
    os.write(_descriptor, question)
    parts = []
    while part := os.read(_descriptor, _PART):
        parts.append(part)
    return str(b''.join(parts), 'utf-8', 'replace')


def call(operation, arguments):
    """Ask the server. Raises HostCallError with the server's reason."""
    if _descriptor is None:
        raise HostCallError(f'{operation} is not available here')
    text = encode(arguments, json_encoder, allow_nan=False)
    reply = decode(_ask(f'{operation}\0{text}'.encode('utf-8', 'replace')))
    if 'error' in reply:
        raise HostCallError(reply['error'])
    return reply.get('value')
