/**
 * Attempts to leave the interpreter, as bodies of rules. Each returns True when it got something it must not have;
 * an exception or False is what we want. `SECRET` is a readable file of the host with the text `top secret`, `MARKER`
 * a file no one may make, `PORT` a listening loopback port.
 */
export interface EscapePlaces {
  secret: string;
  marker: string;
  port: number;
}

export function escapeBodies(places: EscapePlaces): Record<string, string> {
  const constants = `SECRET = ${JSON.stringify(places.secret)}\nMARKER = ${JSON.stringify(places.marker)}\nPORT = ${places.port}\n`;
  return Object.fromEntries(
    Object.entries(attempts).map(([name, attempt]) => [
      name,
      `${constants}${tools}\n\ndef rule(event):\n${indent(attempt)}\n`,
    ]),
  );
}

const indent = (text: string): string =>
  text
    .trim()
    .split('\n')
    .map((line) => `    ${line}`)
    .join('\n');

/** Finds whatever host objects are still alive, and asks each for more. */
const tools = `
import builtins, gc, importlib, os, sys


def proxies():
    found = [item for item in gc.get_objects() if 'Js' in type(item).__name__]
    import margay.host
    found.append(margay.host.bridge)
    frame = sys._getframe()
    while frame is not None:
        found.extend(item for item in frame.f_globals.values() if 'Js' in type(item).__name__)
        frame = frame.f_back
    more = []
    for item in found:
        for name in ('constructor', '__proto__', 'globalThis', 'prototype'):
            try:
                more.append(getattr(item, name))
            except BaseException:
                pass
    return found + more


def from_proxies(action):
    for item in proxies():
        try:
            if action(item):
                return True
        except BaseException:
            pass
    return False


def make(item, text):
    return item.constructor.constructor(text)()
`;

const attempts: Record<string, string> = {
  'open a host file': `return 'top secret' in open(SECRET).read()`,
  'os.open a host file': `return b'top secret' in os.read(os.open(SECRET, os.O_RDONLY), 100)`,
  'see that a host file exists': `return os.path.exists(SECRET)`,
  pathlib: `import pathlib\nreturn 'top secret' in pathlib.Path(SECRET).read_text()`,
  'mmap a host file': `import mmap\nreturn b'top' in mmap.mmap(os.open(SECRET, os.O_RDONLY), 0, access=mmap.ACCESS_READ)[:]`,
  linecache: `import linecache\nreturn 'top secret' in linecache.getline(SECRET, 1)`,
  'write a host file': `open(MARKER, 'w').write('x')\nreturn False`,
  'symbolic link to the host': `os.symlink(SECRET, '/tmp/link')\nreturn 'top secret' in open('/tmp/link').read()`,
  environment: `return any('MARGAY' in key or 'PATH' == key and 'node' in value for key, value in os.environ.items())`,
  'environment of the process': `return b'MARGAY' in open('/proc/self/environ', 'rb').read()`,
  'list the host root': `return any(os.path.exists(f'/{name}') for name in ('etc/hostname', 'usr/bin/env', 'root', 'work'))`,
  'os.system': `return os.system('touch ' + MARKER) == 0`,
  'os.popen': `return bool(os.popen('touch ' + MARKER).read() == 'x')`,
  'os.fork': `return os.fork() >= 0`,
  'os.execv': `os.execv('/bin/touch', ['touch', MARKER])\nreturn True`,
  'os.posix_spawn': `os.posix_spawn('/bin/touch', ['touch', MARKER], {})\nreturn True`,
  'os.kill the parent': `os.kill(os.getppid(), 9)\nreturn False`,
  subprocess: `import subprocess\nreturn subprocess.run(['touch', MARKER]).returncode == 0`,
  _posixsubprocess: `import _posixsubprocess\nreturn True`,
  multiprocessing: `import multiprocessing\nmultiprocessing.Process(target=print).start()\nreturn True`,
  threads: `import threading\nthreading.Thread(target=print).start()\nreturn True`,
  socket: `import socket\nsocket.create_connection(('127.0.0.1', PORT), 0.2).sendall(b'x')\nreturn True`,
  _socket: `import _socket\n_socket.socket().connect(('127.0.0.1', PORT))\nreturn True`,
  'socket from another module': `import asyncio.base_events as events\nsock = events.socket.socket()\nsock.settimeout(0.2)\nsock.connect(('127.0.0.1', PORT))\nsock.sendall(b'x')\nreturn True`,
  'asyncio connection': `import asyncio\nasyncio.run(asyncio.open_connection('127.0.0.1', PORT))\nreturn True`,
  urllib: `import urllib.request\nreturn urllib.request.urlopen(f'http://127.0.0.1:{PORT}/').status > 0`,
  'http.client': `import http.client\nconnection = http.client.HTTPConnection('127.0.0.1', PORT)\nconnection.request('GET', '/')\nreturn True`,
  requests: `import requests\nrequests.get(f'http://127.0.0.1:{PORT}/')\nreturn True`,
  'name resolution': `import asyncio.base_events as events\nreturn events.socket.gethostbyname('example.com') == ''`,
  'import js': `import js\nreturn hasattr(js, 'process') or hasattr(js, 'fetch')`,
  'importlib js': `return hasattr(importlib.import_module('js'), 'process')`,
  '__import__ js': `return hasattr(builtins.__import__('js'), 'process')`,
  'import pyodide_js': `import pyodide_js\nreturn True`,
  run_js: `from pyodide.code import run_js\nreturn bool(run_js('process'))`,
  'dynamic import through run_js': `from pyodide.code import run_js\nrun_js("import('node:fs')")\nreturn True`,
  'pyodide.http': `from pyodide.http import open_url\nopen_url(f'http://127.0.0.1:{PORT}/')\nreturn True`,
  'pyodide.ffi': `from pyodide.ffi import to_js\nreturn bool(to_js)`,
  _pyodide_core: `import _pyodide_core\nreturn hasattr(_pyodide_core, 'JsProxy')`,
  'modules left in memory': `return any(name in sys.modules for name in ('js', 'pyodide_js', 'ctypes', 'socket'))`,
  'constructor trick': `return from_proxies(lambda item: make(item, 'return process'))`,
  'constructor trick on the bridge': `import margay.host\nreturn bool(make(margay.host.bridge, 'return globalThis'))`,
  'process of a proxy': `return from_proxies(lambda item: item.process.env)`,
  'process through the global object': `return from_proxies(lambda item: item.globalThis.process.pid)`,
  'require of a proxy': `return from_proxies(lambda item: item.require('fs').readFileSync(SECRET))`,
  'built-in module': `return from_proxies(lambda item: item.process.getBuiltinModule('fs').readFileSync(SECRET))`,
  'native binding': `return from_proxies(lambda item: item.process.binding('spawn_sync'))`,
  'eval of a proxy': `return from_proxies(lambda item: item.eval('1') == 1)`,
  'fetch of a proxy': `return from_proxies(lambda item: item.fetch(f'http://127.0.0.1:{PORT}/'))`,
  'mount the host': `def mount(item):\n    item.mountNodeFS('/host', '/')\n    return os.path.exists('/host/etc')\nreturn from_proxies(mount)`,
  'file system of a proxy': `return from_proxies(lambda item: 'top' in item.FS.filesystems.NODEFS.mount(SECRET))`,
  ctypes: `import ctypes\nreturn bool(ctypes.pythonapi)`,
  _ctypes: `import _ctypes\nreturn bool(_ctypes.dlopen)`,
  'load packages': `import micropip\nreturn True`,
  'install from the network': `import pip\nreturn True`,
  'a forged frame': `import struct\nos.write(3, struct.pack('<II', 2, 0) + b'{}')\nreturn False`,
  'a call the server does not know': `from margay import host\nhost.call('cache.dropEverything', {})\nreturn True`,
  'a call with the wrong arguments': `from margay import host\nhost.call('cache.put', {'key': {'$ne': 1}, 'item': 5})\nreturn True`,
  webbrowser: `import webbrowser\nreturn webbrowser.open('http://127.0.0.1')`,
  mail: `import smtplib\nsmtplib.SMTP('127.0.0.1', PORT)\nreturn True`,
  // These take the doors away, and come last: the others shall meet them closed.
  'open the doors again': `sys.meta_path[:] = [finder for finder in sys.meta_path if 'Doors' not in type(finder).__name__]\nimport js\nreturn hasattr(js, 'process')`,
  'open the doors to pyodide': `sys.meta_path[:] = [finder for finder in sys.meta_path if 'Doors' not in type(finder).__name__]\nfrom pyodide.code import run_js\nreturn bool(run_js('globalThis.process.versions.node'))`,
  'open the doors to the network': `sys.meta_path[:] = [finder for finder in sys.meta_path if 'Doors' not in type(finder).__name__]\nimport socket\nsock = socket.socket()\nsock.settimeout(0.2)\nsock.connect(('127.0.0.1', PORT))\nsock.sendall(b'x')\nreturn True`,
  'eval through ctypes': `sys.meta_path[:] = [finder for finder in sys.meta_path if 'Doors' not in type(finder).__name__]\nimport ctypes\nreturn ctypes.CDLL(None).emscripten_run_script_int(b'6*7') == 42`,
};
