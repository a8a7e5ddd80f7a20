/** Generated events and rules, for comparing what short cuts of a replay find with what reading everything finds. */
export const generatedSpec = (name: string) => `schema: ${name}
fields:
  - { name: at, type: timestamp, timeFormat: rfc3339, isEventTime: true }
  - { name: name, type: string }
  - { name: Kind, type: string }
  - { name: count, type: int }
  - { name: size, type: bigint }
  - { name: ratio, type: float }
  - { name: isOpen, type: boolean }
  - { name: tags, type: array, element: { type: string } }
  - { name: any, type: json }
  - name: user
    type: object
    fields:
      - { name: id, type: string }
      - { name: home, type: object, fields: [{ name: city, type: string }] }
`;
export const generatedLogTypes = ['Custom.One', 'Custom.Two'];

/** Numbers in [0, 1) that are the same each time. */
function random(seed: number): () => number {
  let state = seed;
  return () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647;
}

export function generatedEvents(seed: number, count: number): string[] {
  const next = random(seed);
  const pick = (...values: unknown[]) => values[Math.floor(next() * values.length)];
  const start = Date.parse('2026-02-06T00:00:00Z');
  return Array.from({ length: count }, () => {
    const at = new Date(start + Math.floor(next() * 7_200_000)).toISOString();
    const fields: Record<string, unknown> = {
      at,
      name: pick('ana', 'bob', '', 'Ana', "o'hara \\ \n", 'a\uD800', 'a\uFFFD', undefined),
      Kind: pick('login', 'logout', undefined),
      count: pick(0, 1, 2, -1, undefined),
      size: pick(0, 5, '5', 9_007_199_254_740_991, undefined),
      ratio: pick(0, 0.5, 1, 1e-7, 0.1 + 0.2, -0, undefined),
      isOpen: pick(true, false, undefined),
      tags: pick([], ['a'], ['a', 'b'], undefined),
      any: pick({ x: 'ana' }, 'ana', 1, [], undefined),
      user: pick(
        { id: 'u1' },
        { id: 'u2', home: { city: 'Bern' } },
        {},
        { home: {} },
        { id: null },
        undefined,
      ),
      NAME: pick('ana', undefined, undefined, undefined),
      zz: pick(1, undefined),
    };
    return JSON.stringify(fields);
  });
}

/** Bodies put together from what people compare. */
export function generatedRules(seed: number, count: number): string[] {
  const next = random(seed);
  const pick = <T>(values: readonly T[]): T => values[Math.floor(next() * values.length)] as T;
  const leaves = [
    'event.get("name") == "ana"',
    'event.get("NAME") != "ana"',
    'event.get("kind") in ("login", "x")',
    'event.get("Kind") not in {"login"}',
    'event.get("kind") is None',
    'event.get("count") == 1',
    'event.get("count") != True',
    'event.get("count", 2) in [0, 2]',
    'event.get("size") == 5',
    'event.get("size") == "5"',
    'event.get("size") != 5',
    'event.get("ratio") == 1',
    'event.get("isOpen") == True',
    'event.get("isOpen") is False',
    'bool(event.get("isOpen"))',
    'bool(event.get("tags"))',
    'not event.get("tags")',
    'event.get("name", "").startswith("a")',
    'event.get("name", "").endswith("\\n")',
    '"ar" in event.get("name", "")',
    '"a" in event.get("tags", [])',
    'event.get("any") == "ana"',
    'event.deep_get("any", "x") == "ana"',
    'event.deep_get("user", "id") == "u1"',
    'event.deep_get("user", "home", "city", default="Bern") == "Bern"',
    'event.deep_get("user", "id") is not None',
    'event.get("user") is None',
    'event.get("zz") == 1',
    'event.get("p_source_label", "").endswith("One")',
    'event.get("p_log_type") == "Custom.One"',
    'event.get("missing") is None',
    'event["name"] == "bob"',
    '"name" in event',
    'event.get("user", {}).get("id") == "u1"',
    'event["user"]["id"] == "u2"',
    '(event.get("user") or {}).get("id") is None',
    'event.deep_get("user", "home", "city", default="").startswith("B")',
    'event.deep_get("user", "id").endswith("1")',
    'event.get("at") > "2026-02-06 01"',
    'event.get("p_event_time") > "2026-02-06 01"',
    'event["count"] > 0',
    'event.udm("nothing") == "ana"',
  ];
  const texts = [
    "def title(event):\n    return f\"{event.get('name')} of {event.deep_get('user', 'home', 'city')}\"\n",
    'def severity(event):\n    return "HIGH" if event.get("count", 0) > 1 else "LOW"\n',
    'def description(event):\n    return event["user"]["home"]["city"]\n',
    'def alert_context(event):\n    return {"open": event.get("isopen"), "ratio": event.get("ratio"), "at": event.get("at")}\n',
    'def runbook(event):\n    return event.get("p_source_label") + event.get("p_row_id")[:0]\n',
    'def reference(event):\n    return str(event)[:0]\n',
  ];
  const term = (): string => {
    const kind = next();
    if (kind < 0.6) return pick(leaves);
    if (kind < 0.7) return `not (${term()})`;
    return `(${term()} ${pick(['and', 'or'])} ${term()})`;
  };
  return Array.from({ length: count }, () => {
    const first =
      next() < 0.5 ? `    if ${term()}:\n        return ${pick(['False', 'True', term()])}\n` : '';
    const functions = texts.filter(() => next() < 0.4).join('\n');
    return `def rule(event):\n${first}    return ${term()}\n\ndef dedup(event):\n    return str(event.get("name"))\n\n${functions}`;
  });
}
