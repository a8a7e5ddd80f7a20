"""Runs first in a new interpreter: makes the runtime and the module stand-ins importable from memory.

The caller puts `RUNTIME_SOURCES` (dotted module name to source text; packages end in `.__init__`) into the
namespace this text is executed in. Nothing is read from a file system, so the modules survive a snapshot.
"""

import importlib.abc
import importlib.machinery
import linecache
import sys


class SourceFinder(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """Imports modules from a dictionary of source texts."""

    def __init__(self, sources):
        self.packages = {name.removesuffix('.__init__') for name in sources if name.endswith('.__init__')}
        self.sources = {name.removesuffix('.__init__'): text for name, text in sources.items()}

    def find_spec(self, fullname, path=None, target=None):
        if fullname not in self.sources:
            return None
        return importlib.machinery.ModuleSpec(fullname, self, is_package=fullname in self.packages)

    def create_module(self, spec):
        return None

    def exec_module(self, module):
        name = module.__name__
        filename = f'<margay>/{name}'
        text = self.sources[name]
        linecache.cache[filename] = (len(text), None, text.splitlines(True), filename)
        exec(compile(text, filename, 'exec'), module.__dict__)


# In front of the path finders: a rule must get our `requests`, never one that happens to lie about.
sys.meta_path.insert(0, SourceFinder(RUNTIME_SOURCES))  # noqa: F821 - see the module comment
