"""Closes what leads out of the interpreter, so that honest code gets a clear ImportError instead of a hang.

This is no security boundary: the operating system's view of the process is. Rules that reach around these
doors find a process without rights.
"""

import importlib.abc
import os
import posix
import sys

REASON = 'detections have no access to the host, the network or other processes'
CLOSED = (
    '_ctypes',
    '_multiprocessing',
    '_posixshmem',
    '_posixsubprocess',
    '_pyodide',
    '_pyodide_core',
    '_socket',
    'ctypes',
    'ftplib',
    'http.client',
    'http.server',
    'imaplib',
    'js',
    'multiprocessing',
    'poplib',
    'pty',
    'pyodide',
    'pyodide_js',
    'smtplib',
    'socket',
    'socketserver',
    'ssl',
    'subprocess',
    'telnetlib',
    'urllib.request',
    'webbrowser',
    'xmlrpc',
)


def _is_closed(name):
    return any(name == closed or name.startswith(closed + '.') for closed in CLOSED)


class ClosedDoors(importlib.abc.MetaPathFinder):
    def find_spec(self, fullname, path=None, target=None):
        if _is_closed(fullname):
            raise ImportError(f'{fullname} is not available: {REASON}', name=fullname)
        return None


def _refuse(*arguments, **options):
    raise PermissionError(REASON)


# These would end the interpreter, or fail inside it in ways Python code cannot catch.
_CLOSED_CALLS = (
    'system popen fork forkpty kill killpg abort _exit posix_spawn posix_spawnp'
    ' execl execle execlp execlpe execv execve execvp execvpe'
    ' spawnl spawnle spawnlp spawnlpe spawnv spawnve spawnvp spawnvpe'
).split()


def close():
    for name in _CLOSED_CALLS:
        for module in (os, posix):
            if hasattr(module, name):
                setattr(module, name, _refuse)
    for name in [name for name in sys.modules if _is_closed(name)]:
        del sys.modules[name]
    sys.meta_path[:] = [finder for finder in sys.meta_path if type(finder).__name__ != 'JsFinder']
    if not any(isinstance(finder, ClosedDoors) for finder in sys.meta_path):
        sys.meta_path.insert(0, ClosedDoors())
