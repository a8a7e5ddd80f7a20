import type { FunctionLimits } from '../contract.ts';
import { jsonOfValue } from '../simple/compile/text-of.ts';

const suffix = '... (truncated)';

/** Cuts as the Python runtime does: by characters, not by UTF-16 units. */
export function cut(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const characters = Array.from(text.slice(0, limit * 2 + 2));
  if (characters.length <= limit) return text;
  return characters.slice(0, limit - suffix.length).join('') + suffix;
}

/** The alert context as JSON text within the limit. */
export function contextText(context: Record<string, unknown>, limits: FunctionLimits): string {
  const text = jsonOfValue(context);
  if (text.length <= limits.context) return text;
  const size = `alert_context() is ${text.length} characters of JSON; at most ${limits.context} are kept`;
  return JSON.stringify({ _error: size });
}
