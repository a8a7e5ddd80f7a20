"""Which lines and branches of a body its unit tests reach."""

from margay import unit_tests
from margay.content import Rule
from margay.explain import truth_of
from margay.instrument import instrumented_module


class Coverage:
    """Collects over several tests."""

    def __init__(self, content, spec):
        self.content = content
        self.lines = set()
        self.seen = {}
        self.module, self.found = instrumented_module(spec['body'], f'{spec["id"]}.py', self)
        self.rule = Rule(spec, self.module)

    # What the instrumented body calls

    def line(self, number):
        self.lines.add(number)

    def enter(self, name):
        return 0

    def read(self, frame, node, operand, value):
        return value

    def note(self, frame, node, value):
        self.seen.setdefault(node, set()).add(truth_of(value))
        return value

    def leave(self, frame, node, value):
        return value

    # What the embedder calls

    def run(self, test):
        return unit_tests.run_test(self.content, self.rule, test)

    def result(self):
        """A branch is one outcome of a condition: of an `if` or `while`, of an operand, of what is returned."""
        branches = [
            {
                'line': node.line,
                'column': node.column,
                'endLine': node.end_line,
                'endColumn': node.end_column,
                'text': node.text,
                'sawTrue': True in self.seen.get(node.number, ()),
                'sawFalse': False in self.seen.get(node.number, ()),
            }
            for node in self.found.nodes
            if self._is_branch(node)
        ]
        lines = [{'line': line, 'ran': line in self.lines} for line in sorted(self.found.lines)]
        return {'lines': lines, 'branches': branches}

    def _is_branch(self, node):
        if node.kind in ('and', 'or', 'not', 'return') or node.number in self._parts_of_values():
            return False
        return node.role is not None or node.number in self._parts()

    def _parts(self):
        kinds = ('and', 'or', 'not', 'all', 'any')
        return {part for node in self.found.nodes if node.kind in kinds for part in node.parts}

    def _parts_of_values(self):
        """Returns of functions that give no boolean: texts of title() and the like."""
        return {
            node.number
            for node in self.found.nodes
            if node.role == 'return' and node.kind in ('value', 'call') and node.function not in ('rule', 'policy')
        }
