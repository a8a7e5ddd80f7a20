import { operatorNamed } from './simple/operators/index.ts';
import type { FilterFault } from './simple/lower-filters.ts';
import type { FilterCondition } from './simple/schema.ts';
import type { Untranslatable } from './translation.ts';

/** A condition that a language has no words for. */
export function unsaid(condition: FilterCondition, path: string, reason: string): Untranslatable {
  return { path: `filters.${path}`, words: wordsOf(condition), reason };
}

/** What is wrong with the form itself: nothing can be said before that is right. */
export function unfinished({ path, message }: FilterFault): Untranslatable {
  return { path: `filters.${path}`, words: '', reason: message };
}

/** The condition as its row in the form reads. */
function wordsOf({ target, operator, value }: FilterCondition): string {
  const label = operatorNamed(operator)?.label ?? operator;
  return [target, label, valueWords(value)].filter((part) => part).join(' ');
}

function valueWords(value: string | undefined): string {
  if (value === undefined) return '';
  try {
    const read: unknown = JSON.parse(value);
    return (Array.isArray(read) ? read : [read]).map(String).join(', ');
  } catch {
    return value;
  }
}
