import { outlineOf } from './read/outline.ts';
import { readTokens } from './read/tokens.ts';

/** A function a rule may define beside `rule`; each overrides a field of the alert, by event. */
export interface AlertFunction {
  name: string;
  /** One line for menus and completion. */
  does: string;
  /** A body that loads and does no harm as it is. */
  stub: string;
}

export const alertFunctions: readonly AlertFunction[] = [
  {
    name: 'title',
    does: 'Title of the alert',
    stub: `def title(event):\n    return f"{event.get('p_log_type')}: rule matched"\n`,
  },
  {
    name: 'dedup',
    does: 'Events with the same text become one alert',
    stub: `def dedup(event):\n    return title(event)\n`,
  },
  {
    name: 'severity',
    does: 'Severity by event; DEFAULT keeps the setting',
    stub: `def severity(event):\n    return "DEFAULT"\n`,
  },
  {
    name: 'runbook',
    does: 'What to do with the alert',
    stub: `def runbook(event):\n    return "Find out who did this, and why."\n`,
  },
  {
    name: 'alert_context',
    does: 'Facts that travel with the alert',
    stub: `def alert_context(event):\n    return {"p_log_type": event.get("p_log_type")}\n`,
  },
  {
    name: 'description',
    does: 'Description by event',
    stub: `def description(event):\n    return "What happened, and why it matters."\n`,
  },
  {
    name: 'reference',
    does: 'Link by event',
    stub: `def reference(event):\n    return "https://example.com/"\n`,
  },
  {
    name: 'destinations',
    does: 'Destinations by event; an empty list sends to nobody',
    stub: `def destinations(event):\n    return []\n`,
  },
  {
    name: 'unique',
    does: 'The threshold counts distinct values of this text',
    stub: `def unique(event):\n    return event.get("p_row_id")\n`,
  },
];

/** Where a function is defined at the left edge of a body, from 1; undefined when it is not. */
export function lineOfFunction(body: string, name: string): number | undefined {
  const from = outlineOf(body, readTokens(body)).functions.findLast((entry) => entry.name === name)?.from;
  return from === undefined ? undefined : body.slice(0, from).split('\n').length;
}

/** Every function defined at the left edge of a body. */
export function definedFunctions(body: string): ReadonlySet<string> {
  return new Set(outlineOf(body, readTokens(body)).functions.map(({ name }) => name));
}

/** The body with the function's stub at its end, and the line it starts on. */
export function withFunction(body: string, { name, stub }: AlertFunction): { body: string; line: number } {
  const existing = lineOfFunction(body, name);
  if (existing !== undefined) return { body, line: existing };
  const head = body.trimEnd();
  const next = head === '' ? stub : `${head}\n\n\n${stub}`;
  // The stub of dedup calls title.
  const needsTitle = name === 'dedup' && lineOfFunction(body, 'title') === undefined;
  const whole = needsTitle ? next.replace('return title(event)', 'return event.get("p_log_type")') : next;
  return { body: whole, line: lineOfFunction(whole, name) ?? 1 };
}
