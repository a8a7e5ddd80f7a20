import { useState } from 'react';
import type { ReactNode } from 'react';
import { countOf } from '../../../lib/format-number.ts';
import { Popover } from '../../../ui/overlays/menu.tsx';
import { PickList } from '../../../ui/inputs/pick-list.tsx';
import type { PickOption } from '../../../ui/inputs/pick-list.tsx';
import { ChoiceButton, dropdownWidth } from '../conditions/choice-button.tsx';
import { defaultDatabase, isTableNamed, tableId, tablesOf } from '../conditions/filter-fields.ts';
import type { LakeDatabase, LakeTable } from '../../../lib/data-lake/queries.ts';
import shared from '../search.module.css';
import styles from './table-choice.module.css';

/** The first two of some names, and how many more. */
export function summaryOf(labels: readonly string[], none: string): string {
  if (labels.length === 0) return none;
  return labels.length <= 2 ? labels.join(', ') : `${labels.slice(0, 2).join(', ')} +${labels.length - 2}`;
}

/** Which databases to search; none or all stands for all data. */
export function DatabaseChoice(props: {
  databases: readonly LakeDatabase[];
  value: readonly string[];
  onChange: (names: string[]) => void;
  /** Says whether the choice is in use. */
  mark?: ReactNode;
}) {
  const { databases, value, onChange, mark } = props;
  const options = databases.map(({ name, displayName, tables }) => ({
    value: name,
    label: displayName,
    detail: `${name}, ${countOf(tables.length, 'table')}`,
  }));
  const isAll = value.length === 0 || value.length === databases.length;
  const labelOf = (name: string) => options.find((option) => option.value === name)?.label ?? name;
  const labels = value.map(labelOf);
  return (
    <Choices
      label="Databases (optional)"
      placeholder="Database"
      summary={isAll ? 'All data' : summaryOf(labels, 'All data')}
      options={options}
      value={value}
      onChange={onChange}
      mark={mark}
      note={value.length === 0 ? `Default databases: ${labelOf(defaultDatabase)}` : undefined}
    />
  );
}

/** Which tables to search, of the chosen databases. */
export function TableChoice(props: {
  databases: readonly LakeDatabase[];
  chosenDatabases: readonly string[];
  value: readonly string[];
  onChange: (names: string[]) => void;
  mark?: ReactNode;
}) {
  const { databases, chosenDatabases, value, onChange, mark } = props;
  const tables = tablesOf(databases, chosenDatabases);
  const options = tables.map((table) => ({
    value: tableId(table),
    label: table.displayName,
    detail: tableId(table),
  }));
  // An address may name a table without its database.
  const chosen = tables.filter((table) => value.some((name) => isTableNamed(table, name)));
  const labels = chosen.map((table: LakeTable) => {
    const database = databases.find((entry) => entry.name === table.databaseName)?.displayName;
    return table.databaseName === defaultDatabase ? table.displayName : `${table.displayName} (${database})`;
  });
  return (
    <Choices
      label="Search Tables (optional)"
      placeholder="Table"
      summary={summaryOf(labels, 'All tables')}
      options={options}
      value={chosen.map(tableId)}
      onChange={onChange}
      mark={mark}
      isWide
    />
  );
}

/** The buttons go or rest once they are pressed; the focus goes on in the search of their list. */
const toSearch = (button: HTMLElement) =>
  button.closest('[role=dialog]')?.querySelector<HTMLElement>('input')?.focus();

function Choices(props: {
  label: string;
  placeholder: string;
  summary: string;
  options: readonly PickOption[];
  value: readonly string[];
  onChange: (value: string[]) => void;
  isWide?: boolean;
  mark?: ReactNode;
  note?: string | undefined;
}) {
  const { label, placeholder, summary, options, value, onChange, isWide = false, mark, note } = props;
  const [isOpen, setOpen] = useState(false);
  const selected = new Set(value);
  function pick(name: string) {
    onChange(selected.has(name) ? value.filter((entry) => entry !== name) : [...value, name]);
  }
  return (
    <Popover
      label={label}
      isOpen={isOpen}
      onClose={() => setOpen(false)}
      width={dropdownWidth.max}
      target={
        <ChoiceButton
          label={label}
          value={summary}
          aside={mark}
          isOpen={isOpen}
          onToggle={() => setOpen(!isOpen)}
          className={isWide ? styles.tablesChoice : styles.databasesChoice}
        />
      }
    >
      <PickList
        label={label}
        searchLabel={placeholder}
        options={options}
        selected={selected}
        onPick={pick}
        multiple
        lines={2}
        renderBulk={(matches, query) => {
          const names = matches.map((option) => option.value);
          const text = query === '' ? 'Select all' : 'Select matches';
          return (
            <>
              <button
                type="button"
                className={shared.link}
                disabled={names.every((name) => selected.has(name))}
                onClick={(event) => {
                  toSearch(event.currentTarget);
                  onChange([...new Set([...value, ...names])]);
                }}
              >
                {text} ({names.length})
              </button>
              {value.length > 0 && (
                <button
                  type="button"
                  className={shared.link}
                  onClick={(event) => {
                    toSearch(event.currentTarget);
                    onChange([]);
                  }}
                >
                  Clear
                </button>
              )}
              {note && <span className={shared.push}>{note}</span>}
            </>
          );
        }}
      />
    </Popover>
  );
}
