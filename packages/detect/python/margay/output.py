"""What rules print: kept up to a limit, then counted only. It never reaches the protocol."""

import sys

LIMIT = 10_000


class CapturedOutput:
    encoding = 'utf-8'
    errors = 'replace'
    closed = False

    def __init__(self):
        self.parts = []
        self.kept = 0
        self.dropped = 0

    def write(self, text):
        if not isinstance(text, str):
            raise TypeError(f'write() argument must be str, not {type(text).__name__}')
        room = LIMIT - self.kept
        if room > 0:
            self.parts.append(text[:room])
            self.kept += min(room, len(text))
        self.dropped += max(0, len(text) - room)
        return len(text)

    def writelines(self, lines):
        for line in lines:
            self.write(line)

    def flush(self):
        return None

    def isatty(self):
        return False

    def writable(self):
        return True

    def take(self):
        """What was printed since the last call."""
        text = ''.join(self.parts)
        if self.dropped:
            text += f'\n... ({self.dropped} more characters were cut)'
        self.parts, self.kept, self.dropped = [], 0, 0
        return text


captured = CapturedOutput()


def capture():
    """Again before each use: a rule may have put something else in place of the streams."""
    sys.stdout = sys.stderr = captured
