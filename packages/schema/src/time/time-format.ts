import { emptyParts, secondsOfParts } from './calendar.ts';
import { timestampText } from './civil.ts';
import { compileGoLayout } from './go-layout.ts';
import { parseRfc3339 } from './rfc3339.ts';
import { compileStrftime } from './strftime.ts';
import { runSteps } from './steps.ts';
import type { Step } from './steps.ts';
import { parseUnix, parseUnixAuto } from './unix.ts';

/**
 * Reads one value of a log as a moment. `nowSeconds` (since 1970) settles formats without a year.
 * Returns `YYYY-MM-DD HH:MM:SS.fffffffff` in UTC, or undefined when the value is not in the format.
 */
export type TimeParser = (value: string | number | bigint, nowSeconds: number) => string | undefined;

const named: Record<string, TimeParser> = {
  rfc3339: (value) => (typeof value === 'string' ? parseRfc3339(value) : undefined),
  unix: (value) => parseUnix(value, 1),
  unix_ms: (value) => parseUnix(value, 1_000),
  unix_us: (value) => parseUnix(value, 1_000_000),
  unix_ns: (value) => parseUnix(value, 1_000_000_000),
  unix_auto: parseUnixAuto,
  cloudflare: parseCloudflare,
};

export const namedTimeFormats = Object.keys(named);

/** Compiles the name of a format, a strftime pattern or `layout=` and a Go layout; a fault says why it cannot. */
export function compileTimeFormat(format: string): TimeParser | { fault: string } {
  const known = Object.hasOwn(named, format) ? named[format] : undefined;
  if (known !== undefined) return known;
  if (format.startsWith('layout=')) {
    const layout = format.slice('layout='.length);
    if (layout === '') return { fault: 'the layout is empty' };
    return parserOfSteps(compileGoLayout(layout));
  }
  if (!format.includes('%')) return { fault: 'it is neither a known name nor a pattern with "%"' };
  const steps = compileStrftime(format);
  return 'fault' in steps ? steps : parserOfSteps(steps);
}

/** The parser of a format that was checked before. */
export function timeParserOf(format: string): TimeParser {
  const parser = compileTimeFormat(format);
  if (typeof parser === 'function') return parser;
  throw new TypeError(`The time format "${format}" cannot be used: ${parser.fault}.`);
}

function parserOfSteps(steps: readonly Step[]): TimeParser {
  return (value, nowSeconds) => {
    const text = typeof value === 'string' ? value : String(value);
    const parts = runSteps(steps, text, emptyParts());
    if (parts === undefined) return undefined;
    const seconds = secondsOfParts(parts, nowSeconds);
    return seconds === undefined ? undefined : timestampText(seconds, parts.nanos);
  };
}

/** Cloudflare writes RFC 3339 text, seconds or nanoseconds, as the customer chose. */
function parseCloudflare(value: string | number | bigint): string | undefined {
  if (typeof value === 'string' && !/^\d+$/.test(value)) return parseRfc3339(value);
  return parseUnix(value, Number(value) < 60_000_000_000 ? 1 : 1_000_000_000);
}
