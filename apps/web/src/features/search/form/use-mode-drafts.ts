import { useRef } from 'react';
import { modeOf } from '../modes/index.ts';
import type { SearchMode } from '../search-modes.ts';
import type { SearchForm } from './form-values.ts';

/** What of a form somebody wrote. The dropdowns beside a text follow it by themselves. */
function written(form: SearchForm): string {
  const { mode, text, groups, databases, tables, time } = form;
  return JSON.stringify(modeOf(form).isText ? [mode, text] : [mode, text, groups, databases, tables, time]);
}

/**
 * The forms of the modes that were left. Who changes nothing in the other mode finds on the way back what was there before,
 * however little of it the other mode could show. Another address (back, a link, a saved search) begins anew.
 */
export function useModeDrafts(arrivals: number) {
  const kept = useRef<{ of: number; forms: Partial<Record<SearchMode, SearchForm>>; entered?: string }>({
    of: arrivals,
    forms: {},
  });
  const current = () => {
    if (kept.current.of !== arrivals) kept.current = { of: arrivals, forms: {} };
    return kept.current;
  };
  return {
    /** The form of a mode as it was left; undefined where there is none, or where `form` was changed since. */
    draftOf(mode: SearchMode, form: SearchForm): SearchForm | undefined {
      const { forms, entered } = current();
      return entered === written(form) ? forms[mode] : undefined;
    },
    /** `form` is left for `next`. */
    leave(form: SearchForm, next: SearchForm): void {
      const { of, forms } = current();
      kept.current = { of, forms: { ...forms, [form.mode]: form }, entered: written(next) };
    },
  };
}
