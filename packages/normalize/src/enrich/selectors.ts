/** Which values of an event are compared with the keys of a table. */
export interface Selector {
  /** The name its matches get in `p_enrichment`: the selector without a leading `$.`. */
  name: string;
  /** One value, a list of them, or undefined. */
  read(event: Record<string, unknown>): unknown;
}

type Step = { key: string } | { every: true } | { index: number };

const stepPattern = /\.([^.[\]]+)|\[(\*|\d+)\]|\['((?:[^'\\]|\\.)*)'\]/y;

/**
 * A selector as people write it: the name of a top-level field, `p_any_ip_addresses`, or a path such as
 * `$.client.ipAddress`, `$.items[*].ip`, `$['a.b']`. Undefined when it cannot be read.
 */
export function compileSelector(text: string): Selector | undefined {
  const trimmed = text.trim();
  if (trimmed === '') return undefined;
  if (!trimmed.startsWith('$')) return { name: trimmed, read: (event) => event[trimmed] };
  const steps = stepsOf(trimmed);
  if (steps === undefined) return undefined;
  const name = trimmed.startsWith('$.') ? trimmed.slice(2) : trimmed.slice(1);
  return { name, read: (event) => walk(event, steps, 0) };
}

function stepsOf(path: string): Step[] | undefined {
  const steps: Step[] = [];
  stepPattern.lastIndex = 1;
  while (stepPattern.lastIndex < path.length) {
    const found = stepPattern.exec(path);
    if (found === null) return undefined;
    const [, plain, place, quoted] = found;
    if (place === '*') steps.push({ every: true });
    else if (place !== undefined) steps.push({ index: Number(place) });
    else steps.push({ key: plain ?? (quoted ?? '').replaceAll(/\\(.)/g, '$1') });
  }
  return steps.length === 0 ? undefined : steps;
}

function walk(value: unknown, steps: readonly Step[], from: number): unknown {
  let here = value;
  for (let at = from; at < steps.length; at++) {
    const step = steps[at]!; // within its length
    if (here === null || typeof here !== 'object') return undefined;
    if ('every' in step) {
      if (!Array.isArray(here)) return undefined;
      return here.map((element) => walk(element, steps, at + 1)).flat();
    }
    if ('index' in step) here = Array.isArray(here) ? here[step.index] : undefined;
    else here = Object.hasOwn(here, step.key) ? (here as Record<string, unknown>)[step.key] : undefined; // an object, seen above
  }
  return here;
}
