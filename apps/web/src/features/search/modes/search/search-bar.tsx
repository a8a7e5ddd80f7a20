import { useMemo, useRef } from 'react';
import { useShortcut } from '../../../../lib/shortcuts/use-shortcut.tsx';
import { IconSearch } from '../../../../ui/icons.ts';
import { useNow } from '../../../../ui/marks/time.tsx';
import { AddFilterButtons, FilterBuilder } from '../../conditions/filter-builder.tsx';
import { UsualValuesScope } from '../../conditions/usual-values.tsx';
import { narrowed } from '../../conditions/conditions.ts';
import { takeConditions } from '../../conditions/typed-conditions.ts';
import { useFilterFields } from '../../conditions/use-filter-fields.ts';
import type { LakeDatabase } from '../../../../lib/data-lake/queries.ts';
import { searchedTables, tableId } from '../../conditions/filter-fields.ts';
import { EstimateLine } from '../../form/estimate-line.tsx';
import { SearchScope } from '../../form/form-parts.tsx';
import { QueryFrame } from '../../frame/query-frame.tsx';
import type { QueryFacts } from '../../frame/query-info.tsx';
import { rangeNow } from '../../time/time-frame.ts';
import shared from '../../search.module.css';
import styles from './search-bar.module.css';
import type { FlowEngine } from '../../../../editor/pantherflow/flow-functions.ts';
import type { Search } from '../../use-search.ts';
import { sqlOfForm } from '../sql/sql-of-form.ts';

/** Words and phrases, looked for in every event. What names a field, as `field:value`, becomes a condition. */
function WordsInput({ search, databases }: { search: Search; databases: readonly LakeDatabase[] }) {
  const input = useRef<HTMLInputElement>(null);
  const fields = useFilterFields(search, databases);
  /** What the form is once conditions among these words are taken out. */
  function partOf(words: string, isFinished: boolean) {
    const { text, conditions } = takeConditions(words, fields, isFinished);
    if (conditions.length === 0) return { text };
    return { text, groups: conditions.reduce(narrowed, search.form.groups) };
  }
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
        placeholder={'Words in any field, for example 203.0.113.66 "access denied", or field:value'}
        spellCheck={false}
        value={search.form.text}
        onChange={(event) => search.change(partOf(event.target.value, false))}
        onBlur={() => {
          const part = partOf(search.form.text, true);
          if ('groups' in part) search.change(part);
        }}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
          event.preventDefault();
          void search.start(partOf(search.form.text, true));
        }}
      />
    </label>
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

/** What the form reads, before it runs. */
export function useFormFacts({ form }: Search, databases: readonly LakeDatabase[]): QueryFacts {
  const now = useNow();
  return {
    tables: searchedTables(databases, form.databases, form.tables).map(tableId),
    time: rangeNow(form.time, now) ?? { startTime: null, endTime: null },
    sqlOf: (engine: FlowEngine) => sqlOfForm(engine, databases, form),
  };
}

/** The form of the simple search: words and conditions. On a narrow window the rest is within reach of a thumb. */
export function SearchBar(props: { search: Search; databases: readonly LakeDatabase[]; isNarrow: boolean }) {
  const { search, databases, isNarrow } = props;
  const { form } = search;
  const facts = useFormFacts(search, databases);
  return (
    <QueryFrame
      search={search}
      scope={<SearchScope search={search} databases={databases} />}
      facts={facts}
      isNarrow={isNarrow}
      hasNarrowRow={false}
    >
      {isNarrow ? (
        <WordsInput search={search} databases={databases} />
      ) : (
        <div className={styles.well}>
          <WordsInput search={search} databases={databases} />
          {form.groups.length > 0 && (
            <div className={styles.conditions}>
              <Conditions search={search} databases={databases} />
            </div>
          )}
          <div className={styles.foot}>
            <EstimateLine search={search} />
            <span className={shared.push} />
            <AddFilters search={search} databases={databases} />
          </div>
        </div>
      )}
    </QueryFrame>
  );
}
