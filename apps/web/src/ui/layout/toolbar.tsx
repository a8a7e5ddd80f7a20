import { useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { cx } from '../../lib/class-names.ts';
import { useAutoSubmit } from '../../lib/use-auto-submit.ts';
import { useShortcut } from '../../lib/shortcuts/use-shortcut.tsx';
import { IconSearch } from '../icons.ts';
import { Kbd } from '../marks/kbd.tsx';
import styles from './toolbar.module.css';

/** One row over a list: search, filters, chips at the left; range and sort at the right. */
export function Toolbar({ children, end }: { children: ReactNode; end?: ReactNode }) {
  return (
    <div className={styles.toolbar} role="toolbar" aria-label="List">
      {children}
      {end && <div className={styles.end}>{end}</div>}
    </div>
  );
}

/** Typing pauses this long before a search starts. */
const debounceMs = 200;

export interface SearchBoxProps {
  /** Placeholder and accessible name, for instance `Search titles`. */
  label: string;
  value: string;
  onChange: (value: string) => void;
  /** Focus with `/`. One per page. */
  isPageSearch?: boolean;
  size?: 'sm' | 'md';
}

/** Search text of a list; reports 200 ms after the last key, at once on Enter and on clearing. */
export function SearchBox({ label, value, onChange, isPageSearch = false, size = 'md' }: SearchBoxProps) {
  const [draft, setDraft] = useState(value);
  const [reported, setReported] = useState(value);
  const input = useRef<HTMLInputElement>(null);
  // The address may change under the field: back button, "Clear".
  if (value !== reported) {
    setReported(value);
    setDraft(value);
  }
  function report(text: string) {
    if (text === value) return;
    setReported(text);
    onChange(text);
  }
  useAutoSubmit(draft, report, draft === '' ? 0 : debounceMs);
  useShortcut({
    keys: '/',
    description: label,
    group: 'This page',
    enabled: isPageSearch,
    run: () => input.current?.focus(),
  });
  return (
    <label className={cx(styles.search, size === 'sm' && styles.small)}>
      <IconSearch size={16} stroke={1.5} aria-hidden />
      <input
        ref={input}
        type="search"
        aria-label={label}
        placeholder={label}
        value={draft}
        onChange={(event) => setDraft(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') report(draft);
          if (event.key === 'Escape') {
            if (draft === '') event.currentTarget.blur();
            else setDraft('');
            event.stopPropagation();
          }
        }}
      />
      {isPageSearch && draft === '' && <Kbd keys="/" />}
    </label>
  );
}
