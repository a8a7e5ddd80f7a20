import { useMemo, useRef, type ReactNode } from 'react';
import { useShortcut } from '../../../lib/shortcuts/use-shortcut.tsx';
import { Button } from '../../../ui/button.tsx';
import { IconPlayerPlay, IconPlayerStop, IconSearch } from '../../../ui/icons.ts';
import { NumberInput } from '../../../ui/text-input.tsx';
import { AddFilterButtons, FilterBuilder } from '../conditions/filter-builder.tsx';
import { UsualValuesScope } from '../conditions/usual-values.tsx';
import { filterFieldsOf, keptTables, searchedTables } from '../conditions/filter-fields.ts';
import type { LakeDatabase } from '../../../lib/data-lake/queries.ts';
import { maxLimit } from './search-form.ts';
import shared from '../search.module.css';
import styles from './search-bar.module.css';
import { DatabaseChoice, TableChoice } from './table-choice.tsx';
import { TimeFramePicker } from '../time/time-frame-picker.tsx';
import type { Search } from '../use-search.ts';

/** Fields a condition may name, for the tables the form searches. */
export function useFilterFields(search: Search, databases: readonly LakeDatabase[]) {
  const { databases: chosen, tables } = search.form;
  return useMemo(
    () => filterFieldsOf(searchedTables(databases, chosen, tables)),
    [databases, chosen, tables],
  );
}

/** Words and phrases, looked for in every event. */
export function WordsInput({ search }: { search: Search }) {
  const input = useRef<HTMLInputElement>(null);
  useShortcut({
    keys: '/',
    description: 'Words to search for',
    group: 'This page',
    run: () => input.current?.focus(),
  });
  return (
    <label className={styles.words}>
      <IconSearch size={16} stroke={1.5} aria-hidden />
      <input
        ref={input}
        type="search"
        aria-label="Words to search for"
        placeholder={'Words in any field, for example 203.0.113.66 "access denied"'}
        spellCheck={false}
        value={search.form.text}
        onChange={(event) => search.change({ text: event.target.value })}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
          event.preventDefault();
          void search.start();
        }}
      />
    </label>
  );
}

export function RunButton({ search, size = 'md' }: { search: Search; size?: 'md' | 'lg' }) {
  if (search.isLoading) {
    return (
      <Button
        size={size}
        icon={<IconPlayerStop size={16} stroke={1.5} aria-hidden />}
        onClick={search.cancel}
      >
        Cancel
      </Button>
    );
  }
  return (
    <Button
      size={size}
      variant="primary"
      icon={<IconPlayerPlay size={16} stroke={1.5} aria-hidden />}
      {...(size === 'lg' ? {} : { keys: 'mod+Enter' })}
      onClick={() => void search.start()}
    >
      Run
    </Button>
  );
}

export function LimitInput({ search }: { search: Pick<Search, 'form' | 'change' | 'faults'> }) {
  return (
    <NumberInput
      className={styles.limit}
      label="Limit"
      value={search.form.limit}
      onChange={(limit) => search.change({ limit })}
      min={1}
      max={maxLimit}
      error={search.faults.limit}
      required
    />
  );
}

/** Where and when to look: databases, tables, time frame, limit. Marks stand in the dropdowns they are about. */
export function SearchScope(props: {
  search: Pick<Search, 'form' | 'change' | 'faults'>;
  databases: readonly LakeDatabase[];
  marks?: { databases: ReactNode; tables: ReactNode };
}) {
  const { search, databases, marks } = props;
  const { form, change, faults } = search;
  return (
    <>
      <DatabaseChoice
        databases={databases}
        value={form.databases}
        onChange={(chosen) =>
          change({ databases: chosen, tables: keptTables(databases, chosen, form.tables) })
        }
        mark={marks?.databases}
      />
      <TableChoice
        databases={databases}
        chosenDatabases={form.databases}
        value={form.tables}
        onChange={(tables) => change({ tables })}
        mark={marks?.tables}
      />
      <TimeFramePicker value={form.time} onChange={(time) => change({ time })} error={faults.time} />
      <LimitInput search={search} />
    </>
  );
}

/** The conditions of the form, with what the server said about them. */
export function Conditions({ search, databases }: { search: Search; databases: readonly LakeDatabase[] }) {
  const { form, change, showsFaults, refusal } = search;
  const fields = useFilterFields(search, databases);
  const serverFaults = new Map(
    (refusal?.problems ?? []).flatMap(({ path, message }) =>
      path?.startsWith('filters.') ? [[path.slice('filters.'.length), message] as const] : [],
    ),
  );
  const { databases: chosen, tables } = form;
  const scope = useMemo(() => ({ databases: chosen, tables }), [chosen, tables]);
  return (
    <UsualValuesScope value={scope}>
      <FilterBuilder
        groups={form.groups}
        onChange={(groups) => change({ groups })}
        fields={fields}
        showsFaults={showsFaults}
        serverFaults={serverFaults}
      />
    </UsualValuesScope>
  );
}

/** The buttons that add conditions to the form. */
export function AddFilters({ search, databases }: { search: Search; databases: readonly LakeDatabase[] }) {
  const { form, change } = search;
  const fields = useFilterFields(search, databases);
  return <AddFilterButtons groups={form.groups} fields={fields} onChange={(groups) => change({ groups })} />;
}

/** The place of the form above the results; scrolls by itself when there are many conditions. */
export function FormArea({ children }: { children: ReactNode }) {
  return <div className={styles.bar}>{children}</div>;
}

/** The form of the simple search on a wide window. */
export function SearchBar({ search, databases }: { search: Search; databases: readonly LakeDatabase[] }) {
  const { form } = search;
  return (
    <FormArea>
      <div className={styles.scope}>
        <SearchScope search={search} databases={databases} />
        <span className={shared.push} />
        <RunButton search={search} />
      </div>
      <div className={styles.wordsRow}>
        <WordsInput search={search} />
        <AddFilters search={search} databases={databases} />
      </div>
      {form.groups.length > 0 && <Conditions search={search} databases={databases} />}
    </FormArea>
  );
}
