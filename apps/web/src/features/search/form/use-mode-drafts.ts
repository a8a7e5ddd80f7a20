import { useRef } from 'react';
import { modeOf } from '../modes/index.ts';
import type { SearchMode } from '../search-modes.ts';
import type { SearchForm } from './form-values.ts';

const scopeOf = ({ databases, tables, time }: SearchForm) => ({ databases, tables, time });

/** Whether databases, tables and time are chosen in the form, not said by a text that the form follows by itself. */
function hasOwnScope(form: SearchForm): boolean {
  const mode = modeOf(form);
  return !mode.isText || (mode.leavesScope?.(form.text) ?? false);
}

const wordsOf = ({ mode, text, groups }: SearchForm) =>
  JSON.stringify(modeOf({ mode }).isText ? [mode, text] : [mode, text, groups]);

/** What of a form somebody wrote and chose. */
const written = (form: SearchForm) =>
  wordsOf(form) + (hasOwnScope(form) ? JSON.stringify(scopeOf(form)) : '');

interface Kept {
  of: number;
  forms: Partial<Record<SearchMode, SearchForm>>;
  /** The form that was gone on with, as it was then. */
  entered?: SearchForm;
  /** The words and conditions that the text of `entered` says. */
  source?: SearchForm | undefined;
}

/**
 * The forms of the modes that were left. Who changes nothing in the other mode finds on the way back what was there before,
 * however little of it the other mode could show. Another address (back, a link, a saved search) begins anew.
 */
export function useModeDrafts(arrivals: number) {
  const kept = useRef<Kept>({ of: arrivals, forms: {} });
  const current = () => {
    if (kept.current.of !== arrivals) kept.current = { of: arrivals, forms: {} };
    return kept.current;
  };
  /** What a text was made from, with what was chosen beside it since; undefined where the text was changed. */
  const sourceOf = (form: SearchForm): SearchForm | undefined => {
    const { entered, source } = current();
    if (!modeOf(form).isText) return form;
    if (!source || !entered || wordsOf(entered) !== wordsOf(form)) return undefined;
    return hasOwnScope(form) ? { ...source, ...scopeOf(form) } : source;
  };
  return {
    /** The form of a mode as it was left; undefined where there is none, or where `form` was changed since. */
    draftOf(mode: SearchMode, form: SearchForm): SearchForm | undefined {
      const { forms, entered } = current();
      return entered && written(entered) === written(form) ? forms[mode] : undefined;
    },
    /** The form of a mode as it was left, whatever was changed since. */
    formerOf: (mode: SearchMode): SearchForm | undefined => current().forms[mode],
    sourceOf,
    /** `form` is left for `next`. */
    leave(form: SearchForm, next: SearchForm): void {
      const { of, forms } = current();
      const source = sourceOf(form);
      kept.current = { of, forms: { ...forms, [form.mode]: form }, entered: next, source };
    },
  };
}
