/**
 * What one rule tries against the others that are judged beside it: bodies of rules, by name. Each does its deed when
 * it is loaded or judges its first event, and says True ever after. None may change what another rule answers, in this
 * batch or a later one, and none may answer for another.
 */
export const attacks: Record<string, string> = {};

/** The deed inside `rule`. */
function attempt(name: string, deed: string, top = ''): void {
  const lines = deed
    .trim()
    .split('\n')
    .map((line) => `        ${line}`)
    .join('\n');
  attacks[name] =
    `${top}\n\ndef rule(event):\n    try:\n${lines}\n    except Exception:\n        pass\n    return True\n`;
}

/** The deed while the body is loaded. */
function atLoad(name: string, deed: string): void {
  attacks[name] = `${deed.trim()}\n\ndef rule(event):\n    return True\n`;
}

// The runtime's own functions, classes and code
attempt(
  'wrap the reading of batches',
  `from margay import evaluate\nold = evaluate.Batch.__init__\ndef init(self, content, text, positions):\n    old(self, content, '[]', positions)\nevaluate.Batch.__init__ = init`,
);
attempt('replace run_rule', `from margay import evaluate\nevaluate.run_rule = lambda *a: None`);
attempt('replace the loop over events', `from margay import evaluate\nevaluate._judge = lambda *a: None`);
attempt(
  'replace the code of run_auxiliary',
  `from margay import functions\nfunctions.run_auxiliary.__code__ = (lambda f, e, r, c: {'title': 'forged', 'dedup': 'forged'}).__code__`,
);
attempt(
  'replace the code of the writer',
  `from margay import wire\nwire.encode.__code__ = (lambda value, default=None, allow_nan=True: '{"matches": [], "errors": []}').__code__`,
);
attempt(
  'replace the reader',
  `from margay import wire, evaluate\nevaluate.decode = wire.decode = lambda text: []`,
);
attempt(
  'change the limits',
  `from margay import functions\nfunctions.limits.update(text=0, dedup=0, context=0)`,
);
attempt(
  'answer for others through the entry points',
  `import __main__\n__main__.run_rule = lambda *a: '{"matches": [{"dedup": "forged", "eventIndex": 0}], "errors": []}'`,
);
attempt(
  'replace entry points by the frames that called',
  `import sys\nframe = sys._getframe()\nwhile frame:\n    for name in ('run_rule', 'load_batch', 'drop_batch'):\n        if name in frame.f_globals: frame.f_globals[name] = lambda *a: None\n    frame = frame.f_back`,
);
attempt(
  'empty the list of rules',
  `import gc\nfrom margay.content import Content\nfor item in gc.get_objects():\n    if isinstance(item, Content): item.rules.clear()`,
);
attempt(
  'swap the functions of other rules',
  `import gc\nfrom margay.content import Rule\nfor item in gc.get_objects():\n    if isinstance(item, Rule): item.function = lambda event: False`,
);
attempt(
  'swap the code of other rules',
  `import gc, types\ndef no(event): return False\nfor item in gc.get_objects():\n    if isinstance(item, types.FunctionType) and item.__name__ == 'rule' and item.__globals__ is not globals(): item.__code__ = no.__code__`,
);
attempt(
  'change the defaults of other functions',
  `import gc, types\nfor item in gc.get_objects():\n    if isinstance(item, types.FunctionType) and item.__globals__ is not globals() and item.__defaults__: item.__defaults__ = ()`,
);
attempt('patch the constructor of Rule', `from margay.content import Rule\nRule.__init__ = lambda *a: None`);
attempt(
  'patch what a rule must return',
  `from margay import functions, evaluate\nevaluate.require_bool = functions.require_bool = lambda name, value: False`,
);
attempt(
  'hide the changes',
  `import margay.shared as shared\nshared._saved.clear()\nshared.restore = lambda strictly=False: ()`,
);
attempt(
  'change the errors that are told',
  `from margay import faults, evaluate\nevaluate.describe = faults.describe = lambda error: 'forged'`,
);
attempt(
  'patch data models',
  `from margay.models import DataModel, PathMapping\nPathMapping.read = lambda self, event, default: 'forged'\nDataModel.__init__ = lambda *a: None`,
);
attempt(
  'ask the server in another way',
  `import os\nfrom margay import host\nhost.call = lambda *a: 'forged'\nhost._descriptor = 0`,
);
attempt('swap the finder of helpers', `import sys\nsys.meta_path.clear()`);
attempt(
  'send questions of its own',
  `import os\nfor descriptor in range(3, 40):\n    try: os.write(descriptor, b'cache.put\\0{"key": "x", "item": 5}')\n    except OSError: pass`,
);

// Events
attempt('change the data behind an event', `event._data.clear()`);
attempt(
  'change data by the garbage collector',
  `import gc\nfor item in gc.get_objects():\n    if type(item) is dict and 'eventName' in item: item['eventName'] = 'forged'`,
);
attempt(
  'fill the views of an event',
  `event._views = {'user': {'name': 'forged'}}\nevent.get('user')\nevent._views['user'] = 5`,
);
attempt('fold the keys of an event anew', `event._folded = {'eventname': 'n'}`);
attempt('patch the class of events', `type(event).get = lambda self, key, default=None: 'forged'`);
attempt(
  'patch subscripts of events',
  `from margay.views import ImmutableCaseInsensitiveDict\nImmutableCaseInsensitiveDict.__getitem__ = lambda self, key: 'forged'`,
);
attempt(
  'patch lists of events',
  `from margay.views import ImmutableList\nImmutableList.__iter__ = lambda self: iter(())`,
);
attempt(
  'patch the base of events',
  `from collections.abc import Mapping\nMapping.get = lambda self, key, default=None: 'forged'\nMapping.items = lambda self: []`,
);
attempt('change what the encoder hands out', `event.json_encoder(event)['eventName'] = 'forged'`);
attempt('change lists the encoder hands out', `event.json_encoder(event.get('list')).clear()`);
attempt('change a walked list', `event.deep_walk('list').clear()`);
attempt('change a copy', `event.to_dict()['user']['name'] = 'forged'`);
attempt(
  'a key that equals every other',
  `event.get(Key('user'))`,
  `class Key(str):\n    def __eq__(self, other): return True\n    def __hash__(self): return hash('user')`,
);
attempt(
  'a class made by the class of classes',
  `T = type(type(event))\nKey = T('Key', (str,), {'__eq__': lambda self, other: True, '__hash__': lambda self: hash('user')})\nevent.get(Key('nothing'))`,
);
attempt('keep events for later', `import builtins\nbuiltins.kept = event`);

// What rules import
for (const [name, deed] of Object.entries({
  'patch re': `import re\nre.search = re.match = lambda *a, **k: None\nre._cache.clear()`,
  'poison the cache of re': `import re\nre._cache[(str, 'user-[0-9]+', 0)] = re._cache2[(str, 'user-[0-9]+', 0)] = re.compile('never')`,
  'patch json': `import json\njson.loads = json.dumps = lambda *a, **k: {}`,
  'patch the decoder of json': `import json.decoder\njson.decoder.JSONDecoder.decode = lambda *a, **k: {}\njson._default_decoder.scan_once = None`,
  'patch ipaddress': `import ipaddress\nipaddress.ip_network = lambda *a, **k: 5\nipaddress.IPv4Network.__contains__ = lambda *a: False\nipaddress.IPv4Address.is_private = False`,
  'patch fnmatch': `import fnmatch\nfnmatch.fnmatch = lambda *a: False`,
  'patch datetime': `import datetime\ndatetime.datetime = None`,
  'patch urllib.parse': `import urllib.parse\nurllib.parse.urlparse = lambda *a: None\nurllib.parse.clear_cache = None`,
  'patch base64': `import base64\nbase64.b64decode = lambda *a, **k: b''`,
  'patch collections': `import collections\ncollections.Counter.__init__ = lambda *a, **k: None\ncollections.defaultdict = dict`,
  'patch a stand-in': `import panther_core.enriched_event as module\nmodule.PantherEvent = dict`,
  'patch the caching helpers': `import panther_detection_helpers.caching as module\nmodule.get_string_set = lambda *a, **k: {'forged'}`,
  'register a class as a mapping': `from collections.abc import Mapping, Sequence\nMapping.register(str)\nSequence.register(dict)`,
  'change a helper': `import odd_helper\nodd_helper.is_watched = lambda name: False`,
  'change the state of a helper': `import odd_helper\nodd_helper.WATCHED.clear()`,
  'change the state of a helper by name': `from odd_helper import WATCHED\nWATCHED.clear()`,
  'change the counter of a helper': `import odd_helper\nodd_helper.count('forged')`,
  'change the default of a helper': `import odd_helper\nodd_helper.remember('forged')`,
  'change the code of a helper': `import odd_helper\nodd_helper.is_watched.__code__ = (lambda name: False).__code__`,
  'change the module list': `import sys, types\nfor name in ('odd_helper', 're', 'json', 'ipaddress', 'fnmatch'): sys.modules[name] = types.ModuleType(name)`,
  'change the context of decimals': `import decimal\ndecimal.getcontext().prec = 1\ndecimal.DefaultContext.prec = 1`,
  'change the built-in names': `import builtins\nbuiltins.isinstance = lambda *a: False\nbuiltins.len = lambda value: 0`,
  'change the names of its own globals': `globals()['__builtins__']['len'] = lambda value: 0`,
  'seed chance': `import random\nrandom.seed(1)\nrandom.random = lambda: 5`,
  'wrap a class by wraps': `import functools\nfrom collections import Counter\nfunctools.wraps(rule, assigned=('__name__',), updated=())(Counter)`,
  'order a class totally': `import functools\nfrom ipaddress import IPv4Address\nfunctools.total_ordering(IPv4Address)`,
  'make a data class of a class': `from dataclasses import dataclass\nfrom ipaddress import IPv4Address\ndataclass(IPv4Address)`,
  'set attributes through a mock': `from unittest.mock import MagicMock\nfrom margay.event import PantherEvent\nMagicMock(return_value=PantherEvent).configure_mock(**{'return_value.get': lambda *a, **k: 'forged'})`,
})) {
  attempt(name, deed);
  atLoad(`${name}, while loading`, deed.replaceAll('(rule,', '(print,'));
}

// The interpreter itself
attempt(
  'trace other rules',
  `import sys\ndef trace(frame, kind, argument):\n    if frame.f_code.co_name == 'rule': frame.f_locals['event'] = None\n    return trace\nsys.settrace(trace)`,
);
attempt(
  'profile other rules',
  `import sys\ndef spoil(frame, kind, argument):\n    if kind == 'call' and frame.f_code.co_name == 'rule' and frame.f_globals is not globals(): raise ValueError('forged')\nsys.setprofile(spoil)`,
);
attempt(
  'monitor other rules',
  `import sys\nm = sys.monitoring\nm.use_tool_id(3, 'odd')\ndef spoil(*a): raise ValueError('forged')\nm.register_callback(3, m.events.PY_START, spoil)\nm.set_events(3, m.events.PY_START)`,
);
attempt('lower the recursion limit', `import sys\nsys.setrecursionlimit(60)`);
attempt('lower the limit of digits', `import sys\nsys.set_int_max_str_digits(640)`);
attempt(
  'a hook for audits',
  `import sys\ndef spoil(event, arguments):\n    if event == 'import': raise ValueError('forged')\nsys.addaudithook(spoil)`,
);
attempt('a hook for garbage', `import gc\ngc.callbacks.append(lambda phase, info: 1 / 0)`);
attempt('stop the collector', `import gc\ngc.disable()\ngc.freeze()`);
attempt(
  'read the source of other rules',
  `import linecache\nlinecache.cache.clear()\nlinecache.getline = lambda *a: 'forged'`,
);
attempt(
  'leave an object that acts when it goes',
  `import sys\nsys.leftover = Odd()`,
  `class Odd:\n    def __del__(self):\n        import margay.evaluate\n        margay.evaluate.run_rule = lambda *a: None`,
);
attempt(
  'leave a generator that acts when it goes',
  `KEPT.append(waiting())\nnext(KEPT[-1])`,
  `KEPT = []\ndef waiting():\n    try:\n        yield 1\n    finally:\n        import margay.evaluate\n        margay.evaluate.run_rule = lambda *a: None`,
);
attempt(
  'a late callback',
  `import asyncio\nloop = asyncio.new_event_loop()\nloop.call_later(0, print)\nasyncio.ensure_future(asyncio.sleep(0), loop=loop)`,
);
attempt('a thread', `import threading\nthreading.Thread(target=lambda: None).start()`);
attempt(
  'a timer',
  `import signal\nsignal.setitimer(signal.ITIMER_REAL, 0.01)\nsignal.signal(signal.SIGINT, lambda *a: None)`,
);
attempt('raise interruptions', `import _thread\n_thread.interrupt_main()`);
attempt('give the streams away', `import os\nos.close(1)\nos.close(2)\nos.dup2(0, 3)\nos.closerange(0, 64)`);
attempt(
  'fill the table of open files',
  `kept = [open('/lib/python314.zip', 'rb') for _ in range(5000)]\nimport builtins\nbuiltins.kept = kept`,
);
attempt('change the folder', `import os\nos.chdir('/tmp')`);
attempt('change the mask of files', `import os\nos.umask(0o777)`);
attempt('write a file', `open('/tmp/left', 'w').write('left')`);
attempt('write over the standard library', `open('/lib/python314.zip', 'r+b').write(b'0' * 5_000_000)`);
attempt(
  'a module beside the others',
  `import os, sys\nos.makedirs('/tmp/odd', exist_ok=True)\nopen('/tmp/odd/textwrap.py', 'w').write('dedent = None')\nsys.path.insert(0, '/tmp/odd')\nsys.modules.pop('textwrap', None)`,
);
attempt(
  'remove the standard library',
  `import os\nos.unlink('/lib/python314.zip')\nos.rename('/lib', '/gone')`,
);
attempt(
  'change the environment',
  `import os\nos.environ['TZ'] = 'Asia/Tokyo'\nos.environ['HOME'] = '/odd'\nimport time\ntime.tzset()`,
);
attempt('change the locale', `import locale\nlocale.setlocale(locale.LC_ALL, 'C')\nlocale.localeconv = None`);
attempt(
  'change the codecs',
  `import codecs\ncodecs.register(lambda name: 1 / 0)\ncodecs.register_error('strict', lambda error: ('', error.end))`,
);
attempt('warnings as errors', `import warnings\nwarnings.simplefilter('error')\nwarnings.warn = None`);
attempt(
  'write into memory by crafted code',
  `def f(): pass\nf.__code__ = f.__code__.replace(co_code=bytes([100, 255] * 50), co_consts=())\nf()`,
);
attempt(
  'reach JavaScript by the core',
  `import sys\nsys.meta_path[:] = [finder for finder in sys.meta_path if 'Doors' not in type(finder).__name__]\nimport _pyodide_core\nfrom _pyodide_core import to_js\narray = to_js([1])\narray.constructor.prototype.map = None`,
);
attempt(
  'reach JavaScript by its proxies',
  `import gc\nfor item in gc.get_objects():\n    if 'Js' in type(item).__name__:\n        for name in ('constructor', '__proto__', 'object_keys'):\n            getattr(item, name, None)`,
);
attempt(
  'write memory by ctypes',
  `import sys\nsys.meta_path[:] = [finder for finder in sys.meta_path if 'Doors' not in type(finder).__name__]\nimport ctypes\nctypes.memset(id(type(event)), 0, 64)`,
);
attempt(
  'take all memory',
  `import builtins\nbuiltins.kept = []\nwhile True:\n    builtins.kept.append(bytearray(16_000_000))`,
);
attempt('fall too deep', `def f(n): return f(n + 1) + 1\nf(0)`);
attempt(
  'an exception group of interruptions',
  `raise BaseExceptionGroup('odd', [KeyboardInterrupt(), SystemExit()])`,
);

// Ways around what the text of a body is read for
attempt(
  'a built-in name that another function binds',
  `return other(event)`,
  `def shade():\n    open = vars = 1\n    return open, vars\ndef other(event):\n    vars(event)\n    open('/tmp/left', 'w').write('left')`,
);
attempt('attributes by computed names', `name = '_da' + 'ta'\ngetattr(event, name).clear()`);
attempt('attributes by a list of functions', `for read in [getattr]:\n    read(event, '_data').clear()`);
attempt(
  'attributes by a format',
  `text = '{0.__init__.__globals__}'\nseen = text.format(event)\nif 'view_of' in seen: KEPT.append(seen)`,
  'KEPT = []',
);
attempt('attributes by attrgetter', `from operator import attrgetter\nattrgetter('_data')(event).clear()`);
attempt('attributes by a pattern', `match event:\n    case object(_data=data): data.clear()`);
attempt(
  'frames of a generator',
  `g = (item for item in [1])\nframe = g.gi_frame\nwhile frame:\n    frame.f_globals.clear()\n    frame = frame.f_back`,
);
attempt(
  'frames of an error',
  `try:\n    1 / 0\nexcept ZeroDivisionError as error:\n    error.__traceback__.tb_frame.f_back.f_globals.clear()`,
);
attempt(
  'a module by its missing name',
  `try:\n    json.missing\nexcept AttributeError as error:\n    error.obj.loads = None`,
  'import json',
);
attempt(
  'a method called on another object',
  `Odd.put(json, None)`,
  `import json\nclass Odd:\n    def put(self, value):\n        self.loads = value`,
);
attempt(
  'an initialiser called on another object',
  `Odd.__init__(json)`,
  `import json\nclass Odd:\n    def __init__(self):\n        self.loads = None`,
);
attempt(
  'an initialiser that hands itself on',
  `Odd()`,
  `import json\nclass Odd:\n    def __init__(self):\n        def put(self): self.loads = None\n        put(json)`,
);
attempt(
  'a subclass of a shared class',
  `Odd().default('x')`,
  `import json\nclass Odd(json.JSONEncoder):\n    def default(self, value): json.loads = None`,
);
attempt(
  'a descriptor',
  `Odd().value`,
  `class Odd:\n    def __getattribute__(self, name):\n        import json\n        json.loads = None`,
);
attempt(
  'a decorator that changes its argument',
  `pass`,
  `import json\ndef spoil(function):\n    json.loads = function\n    return function\n@spoil\ndef odd(): pass`,
);
attempt('a module through a helper', `import odd_helper\nodd_helper.re.search = None`);
attempt(
  'an import under another name',
  `import json as odd, sys as other\nother.modules['json'].loads = None`,
);
attempt('an import by text', `__import__('json').loads = None`);
attempt('an import by importlib', `import importlib\nimportlib.import_module('json').loads = None`);
attempt('code from text', `exec('import json\\njson.loads = None')`);
attempt('code by eval', `eval("__import__('json')").loads = None`);
attempt(
  'code by compile',
  `import types\ntypes.FunctionType(compile('import json\\njson.loads = None', 'odd', 'exec'), {})()`,
);
attempt('everything of a module', `pass`, 'from json import *\nfrom odd_helper import *\nWATCHED.clear()');
attempt('deleting a module of others', `del json.loads`, 'import json');
attempt('a name rebound to a module', `odd = json\nodd.loads = None`, 'import json');
attempt('a module as an argument', `setattr(json, 'loads', None)`, 'import json');
attempt('a module in a list', `[json][0].loads = None`, 'import json');

// Decorators that are called with more than their text shows
atLoad(
  'code as the argument of dataclass',
  `from dataclasses import dataclass\n@dataclass(exec('import json\\njson.loads = None'))\nclass Odd:\n    pass`,
);
atLoad(
  'code as a switch of dataclass',
  `from dataclasses import dataclass\nimport json\n@dataclass(repr=setattr(json, 'loads', None))\nclass Odd:\n    pass`,
);
atLoad(
  'switches of dataclass from a dictionary',
  `from dataclasses import dataclass\n@dataclass(**exec('import json\\njson.loads = None') or {})\nclass Odd:\n    pass`,
);
attempt(
  'dataclass of a class of others, around a function',
  `pass`,
  `import ipaddress\nfrom dataclasses import dataclass\n@dataclass(ipaddress.IPv4Address)\ndef odd(): pass`,
);
attempt(
  'dataclass around a function',
  `pass`,
  `from dataclasses import dataclass\nimport json\n@dataclass\ndef odd(): pass`,
);
attempt(
  'an initialiser that is static',
  `Odd(PantherEvent)`,
  `from panther_core import PantherEvent\nclass Odd:\n    @staticmethod\n    def __init__(other):\n        other.get = lambda *a: 'forged'`,
);
attempt(
  'an initialiser of the class',
  `Odd()`,
  `import json\nclass Odd:\n    @classmethod\n    def __init__(cls):\n        cls.loads = None`,
);
attempt(
  'an initialiser behind a decorator',
  `Odd(PantherEvent)`,
  `from panther_core import PantherEvent\ndef shift(function):\n    def call(own, other): function(other)\n    return call\nclass Odd:\n    @shift\n    def __init__(self):\n        self.get = lambda *a: 'forged'`,
);
attempt(
  'a text that is static',
  `str(Odd())`,
  `import json\nclass Odd:\n    @property\n    def __str__(self):\n        json.loads = None`,
);
attempt(
  'wraps that updates the names of a module',
  `pass`,
  `from functools import wraps\nfrom panther_core import PantherEvent\ndef own(): pass\n@wraps(own, assigned=(), updated=('__globals__',))\ndef odd(): pass`,
);
attempt(
  'wraps that copies a method onto a class of others',
  `pass`,
  `from functools import wraps\nfrom panther_core import PantherEvent\nclass Evil:\n    def get(self, *a): return 'forged'\n@wraps(Evil, assigned=('get',), updated=())\ndef odd(): pass\n`,
);
attempt(
  'wraps that copies code',
  `pass`,
  `from functools import wraps\nimport fnmatch\ndef own(*a): return True\nwraps(own, assigned=('__code__',), updated=())(fnmatch.fnmatch)`,
);
attempt(
  'wraps around a class of others',
  `wraps(Evil)(PantherEvent)`,
  `from functools import wraps\nfrom panther_core import PantherEvent\nclass Evil:\n    get = None`,
);
attempt(
  'wraps in another name',
  `other(lambda: 1, assigned=(), updated=('__globals__',))`,
  `from functools import wraps as other`,
);

// Names that are bound where few look
attempt('an attribute as the target of a loop', `for json.loads in [None]: pass`, 'import json');
attempt('an attribute in a tuple of targets', `(odd, json.loads) = (1, None)`, 'import json');
attempt('an attribute behind a star', `*json.loads, odd = [1, 2]`, 'import json');
attempt('an attribute with a type', `json.loads: int = None`, 'import json');
attempt(
  'an attribute that is added to',
  `json.detect_encoding.__doc__ += 'x'\njson.loads += 1`,
  'import json',
);
attempt(
  'an attribute as the target of with',
  `with contextlib.nullcontext(None) as json.loads: pass`,
  'import contextlib, json',
);
attempt('an entry of the names of a module', `vars(json)['loads'] = None`, 'import json');
attempt(
  'an entry of the names of a class',
  `PantherEvent.__dict__['get']`,
  'from panther_core import PantherEvent',
);
attempt(
  'a name of another module by global',
  `change()`,
  `import json\ndef change():\n    global json\n    json = 5`,
);

// Calls that do what an attribute would
attempt('setattr by map', `list(map(setattr, [json], ['loads'], [None]))`, 'import json');
attempt('setattr by partial', `functools.partial(setattr, json, 'loads')(None)`, 'import functools, json');
attempt(
  'setattr by reduce',
  `functools.reduce(lambda a, b: setattr(json, b, None), ['', 'loads'])`,
  'import functools, json',
);
attempt('the setter of object', `object.__setattr__(json, 'loads', None)`, 'import json');
attempt('the setter by its getter', `getattr(json, '__setattr__')('loads', None)`, 'import json');
attempt('a getter by operator', `operator.attrgetter('__dict__')(json).clear()`, 'import operator, json');
attempt(
  'a call by operator',
  `operator.methodcaller('__setattr__', 'loads', None)(json)`,
  'import operator, json',
);
attempt('the class of an event', `type(event).get = lambda *a: 'forged'`);
attempt('the class of an event by its attribute', `event.__class__.deep_get = lambda *a: 'forged'`);
attempt(
  'a class made by type',
  `type('Odd', (type(event),), {})\ntype(event).__subclasses__()[0].get = None`,
);
attempt('the parents of a class', `type(event).mro()[1].get = lambda *a: 'forged'`);
attempt(
  'the subclasses of object',
  `for each in object.__subclasses__():\n    if each.__name__ == 'PantherEvent': each.get = lambda *a: 'forged'`,
);
attempt(
  'super of a class of others',
  `Odd()`,
  `import json\nclass Odd(json.JSONDecoder):\n    def __init__(self):\n        super().__init__()\n        super().__class__.decode = None`,
);
attempt(
  'a pickle',
  `pickle.loads(b"cbuiltins\\nexec\\n(S'import json; json.loads = None'\\ntR.")`,
  'import pickle',
);
attempt('a reduction for copies', `copyreg.pickle(dict, lambda value: (dict, ()))`, 'import copyreg');
attempt(
  'a named tuple of a name',
  `collections.namedtuple('Odd', 'a', module='json').__new__.__globals__.clear()`,
  'import collections',
);
attempt(
  'the handlers of logs',
  `logging.getLogger().handlers.append(5)\nlogging.disable(50)`,
  'import logging',
);
attempt('what runs at the end', `atexit.register(lambda: 1 / 0)`, 'import atexit');
attempt('what warnings do', `warnings.showwarning = None\nwarnings.filters.clear()`, 'import warnings');
attempt('the seed of chance', `random.seed(1)\nrandom.random = lambda: 0.5`, 'import random');
attempt('the path of imports', `sys.path.clear()\nsys.path_hooks.clear()`, 'import sys');
attempt(
  'a weak reference that acts',
  `weakref.finalize(event, exec, 'import json; json.loads = None')`,
  'import weakref',
);
