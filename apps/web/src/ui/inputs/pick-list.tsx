import { useVirtualizer } from '@tanstack/react-virtual';
import { useId, useRef, useState } from 'react';
import type { KeyboardEvent, ReactNode } from 'react';
import { cx } from '../../lib/class-names.ts';
import { IconCheck, IconSearch } from '../icons.ts';
import styles from './pick-list.module.css';

export interface PickOption {
  value: string;
  label: string;
  /** A second line, or words at the right where rows have one line. */
  detail?: string;
  /** Heading over the options that share it; options of a group stand together. */
  group?: string;
}

export interface PickListProps {
  /** Accessible name of the list. */
  label: string;
  searchLabel: string;
  options: readonly PickOption[];
  selected: ReadonlySet<string>;
  onPick: (value: string) => void;
  /** Shows a check in front of chosen options. */
  multiple?: boolean;
  /** Two lines of 49 px, or one of 30. */
  lines?: 1 | 2;
  /** Between search and list, for what concerns all options that match. */
  renderBulk?: (matches: readonly PickOption[], query: string) => ReactNode;
  /** One more option made of the search text. */
  extra?: (query: string) => PickOption | undefined;
}

/** Up to this many options are drawn as they are; beyond it only what is in sight. */
const virtualiseAbove = 10;
const rowPx = { 1: 30, 2: 49 };
const headingPx = 26;
/** Search, bulk choices and list together. */
const menuMaxPx = 500;

type Line = { kind: 'heading'; text: string } | { kind: 'option'; option: PickOption; index: number };

function linesOf(options: readonly PickOption[]): Line[] {
  const lines: Line[] = [];
  let group: string | undefined;
  options.forEach((option, index) => {
    if (option.group !== undefined && option.group !== group)
      lines.push({ kind: 'heading', text: option.group });
    group = option.group;
    lines.push({ kind: 'option', option, index });
  });
  return lines;
}

/** A list to search and pick from, inside a popover. Arrow keys move, Enter picks; thousands of options are fine. */
export function PickList(props: PickListProps) {
  const {
    label,
    searchLabel,
    options,
    selected,
    onPick,
    multiple = false,
    lines: lineCount = 1,
    renderBulk,
    extra,
  } = props;
  const [query, setQuery] = useState('');
  const [cursor, setCursor] = useState(0);
  const scroller = useRef<HTMLDivElement>(null);
  const id = useId();
  const wanted = query.trim().toLowerCase();
  const matches = options.filter(
    (option) => option.label.toLowerCase().includes(wanted) || option.detail?.toLowerCase().includes(wanted),
  );
  const added = wanted === '' ? undefined : extra?.(query.trim());
  const shown = added ? [...matches, added] : matches;
  const lines = linesOf(shown);
  const isVirtual = lines.length > virtualiseAbove;
  const heightOf = (line: Line | undefined) => (line?.kind === 'heading' ? headingPx : rowPx[lineCount]);
  // oxlint-disable-next-line react/incompatible-library -- the React compiler is not in use
  const virtualizer = useVirtualizer({
    count: isVirtual ? lines.length : 0,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => heightOf(lines[index]),
    getItemKey: (index) => keyOf(lines[index]),
    overscan: 8,
  });
  const at = Math.min(cursor, shown.length - 1);

  function moveTo(next: number) {
    const index = Math.max(0, Math.min(shown.length - 1, next));
    setCursor(index);
    const line = lines.findIndex((entry) => entry.kind === 'option' && entry.index === index);
    if (isVirtual) virtualizer.scrollToIndex(line, { align: 'auto' });
  }
  function onKeyDown(event: KeyboardEvent) {
    const moves: Record<string, number> = {
      ArrowDown: at + 1,
      ArrowUp: at - 1,
      PageDown: at + 8,
      PageUp: at - 8,
    };
    const next = moves[event.key];
    const option = shown[at];
    if (next !== undefined) moveTo(next);
    else if (event.key === 'Enter' && option) onPick(option.value);
    else return;
    event.preventDefault();
  }
  function draw(line: Line, offset?: number) {
    const style = {
      height: heightOf(line),
      ...(offset === undefined ? {} : { transform: `translateY(${offset}px)` }),
    };
    if (line.kind === 'heading') {
      return (
        <div key={keyOf(line)} className={styles.heading} style={style} role="presentation">
          {line.text}
        </div>
      );
    }
    const { option, index } = line;
    return (
      <div
        key={keyOf(line)}
        id={`${id}-${index}`}
        role="option"
        aria-selected={selected.has(option.value)}
        aria-setsize={shown.length}
        aria-posinset={index + 1}
        data-cursor={index === at || undefined}
        className={cx(styles.option, lineCount === 2 && styles.twoLines)}
        style={style}
        onPointerMove={() => index !== at && setCursor(index)}
        onClick={() => onPick(option.value)}
      >
        {multiple && (
          <span className={styles.check}>
            {selected.has(option.value) && <IconCheck size={14} stroke={2} aria-hidden />}
          </span>
        )}
        <span className={styles.words}>
          <span className={styles.label}>{option.label}</span>
          {option.detail && <span className={styles.detail}>{option.detail}</span>}
        </span>
      </div>
    );
  }
  return (
    <div className={styles.frame} style={{ maxHeight: menuMaxPx }}>
      <label className={styles.search}>
        <IconSearch size={14} stroke={1.5} aria-hidden />
        <input
          type="text"
          role="combobox"
          data-autofocus
          aria-label={searchLabel}
          aria-expanded
          aria-controls={`${id}-list`}
          aria-activedescendant={at >= 0 ? `${id}-${at}` : undefined}
          placeholder={searchLabel}
          value={query}
          onChange={(event) => {
            setQuery(event.target.value);
            setCursor(0);
          }}
          onKeyDown={onKeyDown}
        />
      </label>
      {renderBulk && <div className={styles.bulk}>{renderBulk(matches, query.trim())}</div>}
      <div
        ref={scroller}
        id={`${id}-list`}
        role="listbox"
        aria-label={label}
        aria-multiselectable={multiple || undefined}
        className={styles.list}
      >
        {isVirtual ? (
          <div className={styles.virtual} style={{ height: virtualizer.getTotalSize() }} role="presentation">
            {virtualizer.getVirtualItems().map((item) => draw(lines[item.index]!, item.start))}
          </div>
        ) : (
          lines.map((line) => draw(line))
        )}
        {shown.length === 0 && <div className={styles.nothing}>No Results</div>}
      </div>
    </div>
  );
}

function keyOf(line: Line | undefined): string {
  if (!line) return '';
  return line.kind === 'heading' ? `heading ${line.text}` : `${line.option.group ?? ''} ${line.option.value}`;
}
