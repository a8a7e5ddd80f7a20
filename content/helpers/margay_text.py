"""Measures and decodes text that hides something."""

import base64
import binascii
import math
import re
from collections import Counter

# PowerShell takes any unambiguous beginning of -EncodedCommand.
_ENCODED_COMMAND = re.compile(
    r"\s[-/](?:e|ec|en|enc|enco|encod|encode|encoded[a-z]*)\s+[\"']?([A-Za-z0-9+/]{16,}={0,2})", re.IGNORECASE
)


def entropy(text):
    """Shannon entropy in bits per character: about 2 to 3.5 for words, above 3.8 for encoded data."""
    if not text:
        return 0.0
    length = len(text)
    return -sum(n / length * math.log2(n / length) for n in Counter(text).values())


def decoded_powershell(command_line):
    """The script behind an encoded PowerShell command, or None when there is none."""
    found = _ENCODED_COMMAND.search(command_line or "")
    if found is None:
        return None
    encoded = found.group(1)
    try:
        data = base64.b64decode(encoded + "=" * (-len(encoded) % 4), validate=True)
        return data.decode("utf-16-le")
    except (binascii.Error, UnicodeDecodeError):
        return None
