/**
 * Python functions a converted detection uses, each with its text. They say the same as the TypeScript of the
 * conditions; the differential test runs both. Only those needed are written into the body.
 */
const texts = [
  `_MISSING = object()`,
  `EVERY = object()`,
  `def _find(value, steps):
    for at, step in enumerate(steps):
        if step is EVERY:
            if not is_list(value):
                return _MISSING
            rest = steps[at + 1 :]
            if not rest:
                return value
            found = [part for part in (_find(item, rest) for item in value) if part is not _MISSING]
            return [item for part in found for item in part] if EVERY in rest else found
        if isinstance(step, str):
            value = value.get(step, _MISSING) if isinstance(value, Mapping) else _MISSING
        else:
            value = value[step] if is_list(value) and -len(value) <= step < len(value) else _MISSING
        if value is _MISSING:
            return _MISSING
    return value`,
  `def walk(value, *steps):
    """The value at a path of keys and list places; EVERY stands for all places. None where there is nothing."""
    found = _find(value, steps)
    return None if found is _MISSING else found`,
  `def exists(value, *steps):
    """Whether there is something at a path, be it None."""
    return _find(value, steps) is not _MISSING`,
  `def is_list(value):
    return isinstance(value, Sequence) and not isinstance(value, str)`,
  `def lower(value):
    """Lower case of a text, of the texts in a list, of the keys of a mapping."""
    if isinstance(value, str):
        return value.lower()
    if isinstance(value, Mapping):
        return {key.lower(): item for key, item in value.items()}
    if is_list(value):
        return [item.lower() if isinstance(item, str) else item for item in value]
    return value`,
  `def _is_number(value):
    return isinstance(value, (int, float)) and not isinstance(value, bool)`,
  `def _same(a, b):
    if _is_number(a) or _is_number(b):
        return _is_number(a) and _is_number(b) and a == b
    if isinstance(a, Mapping):
        return isinstance(b, Mapping) and sorted(a) == sorted(b) and all(_same(a[key], b[key]) for key in a)
    if is_list(a):
        return is_list(b) and len(a) == len(b) and all(_same(x, y) for x, y in zip(a, b))
    return type(a) is type(b) and a == b`,
  `def equals(found, given):
    """Equal in kind and content: True is not 1. None equals nothing."""
    return found is not None and given is not None and _same(found, given)`,
  `def starts_with(found, given):
    return isinstance(found, str) and isinstance(given, str) and found.startswith(given)`,
  `def ends_with(found, given):
    return isinstance(found, str) and isinstance(given, str) and found.endswith(given)`,
  `def contains(found, given):
    """A text holds a part, a list an element, a mapping a key."""
    if given is None:
        return False
    if is_list(found):
        return any(_same(item, given) for item in found)
    return isinstance(given, str) and isinstance(found, (str, Mapping)) and given in found`,
  `_NUMBER = re.compile(r"[+-]?(\\d+(\\.\\d*)?|\\.\\d+)([eE][+-]?\\d+)?", re.ASCII)`,
  `def _number(value):
    if _is_number(value):
        return value
    if not isinstance(value, str) or len(value) > 100 or not _NUMBER.fullmatch(value):
        return None
    return float(value) if set(value) & set(".eE") else int(value)`,
  `def compare(found, operator, given):
    """Compares numbers, and texts that spell numbers."""
    a, b = _number(found), _number(given)
    if a is None or b is None:
        return False
    return {">": a > b, ">=": a >= b, "<": a < b, "<=": a <= b}[operator]`,
  `def is_in(found, given):
    """Whether a value, or any element of a list, is one of those given."""
    items = found if is_list(found) else [found]
    return any(equals(item, value) for item in items for value in given)`,
  `def is_empty(found):
    return found is None or (isinstance(found, (str, Mapping, Sequence)) and len(found) == 0)`,
  `def _address(found):
    try:
        return ipaddress.ip_address(found) if isinstance(found, str) else None
    except ValueError:
        return None`,
  `def is_ip(found):
    return _address(found) is not None`,
  `def is_ipv4(found):
    return isinstance(_address(found), ipaddress.IPv4Address)`,
  `def is_ipv6(found):
    return isinstance(_address(found), ipaddress.IPv6Address)`,
  `def is_public_ip(found):
    address = _address(found)
    return address is not None and address.is_global`,
  `def is_private_ip(found):
    address = _address(found)
    return address is not None and address.is_private`,
  `def is_ip_in(found, network):
    address = _address(found)
    return address is not None and address in ipaddress.ip_network(network, strict=False)`,
  `def any_element(found, holds):
    return is_list(found) and any(holds(element) for element in found)`,
  `def all_elements(found, holds):
    return is_list(found) and all(holds(element) for element in found)`,
  `def only_one_element(found, holds):
    return is_list(found) and sum(1 for element in found if holds(element)) == 1`,
  `def only_one(*answers):
    return answers.count(True) == 1`,
  `def plain(value):
    """Dictionaries, lists and whole numbers as JSON has them."""
    if isinstance(value, Mapping):
        return {key: plain(item) for key, item in value.items()}
    if is_list(value):
        return [plain(item) for item in value]
    return int(value) if isinstance(value, float) and value.is_integer() else value`,
  `def json_text(value):
    return json.dumps(plain(value), separators=(",", ":"), ensure_ascii=False)`,
  `def text(value):
    """A value inside a title."""
    if value is None:
        return ""
    return value if isinstance(value, str) else json_text(value)`,
];

const imports: [name: RegExp, line: string][] = [
  [/\bipaddress\./, 'import ipaddress'],
  [/\bjson\./, 'import json'],
  [/\bre\./, 'import re'],
  [/\b(?:Mapping|Sequence)\b/, 'from collections.abc import Mapping, Sequence'],
];

const helpers = texts.map((text) => {
  const [, keyword, name] = /^(def )?(\w+)/.exec(text)!; // each text begins with its name
  // A function where it is called, a constant where it is named; not a method, and no word of a text.
  const use = keyword === undefined ? new RegExp(`\\b${name}\\b`) : new RegExp(`(?<![.\\w])${name}\\(`);
  return { use, text };
});

/** The imports and helpers that a body needs, in order; empty where it needs none. */
export function preambleOf(body: string): string {
  const needed = new Set<(typeof helpers)[number]>();
  const open = [body];
  for (let text = open.pop(); text !== undefined; text = open.pop()) {
    for (const helper of helpers) {
      if (needed.has(helper) || !helper.use.test(text)) continue;
      needed.add(helper);
      open.push(helper.text);
    }
  }
  const chosen = helpers.filter((helper) => needed.has(helper)).map(({ text }) => text);
  const used = chosen.join('\n');
  const lines = imports.filter(([name]) => name.test(used)).map(([, line]) => line);
  return [lines.join('\n'), ...chosen].filter((part) => part !== '').join('\n\n\n');
}
