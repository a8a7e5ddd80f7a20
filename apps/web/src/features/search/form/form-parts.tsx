import type { ReactNode } from 'react';
import { Button } from '../../../ui/inputs/button.tsx';
import { IconPlayerPlay, IconPlayerStop } from '../../../ui/icons.ts';
import { NumberInput } from '../../../ui/inputs/text-input.tsx';
import { keptTables } from '../conditions/filter-fields.ts';
import type { LakeDatabase } from '../../../lib/data-lake/queries.ts';
import { maxLimit } from './search-form.ts';
import styles from './form-parts.module.css';
import { DatabaseChoice, TableChoice } from './table-choice.tsx';
import { TimeFramePicker } from '../time/time-frame-picker.tsx';
import type { TimeFramePickerProps } from '../time/time-frame-picker.tsx';
import type { Search } from '../use-search.ts';

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
  timeOfText?: TimeFramePickerProps['fromText'];
}) {
  const { search, databases, marks, timeOfText } = props;
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
      <TimeFramePicker
        value={form.time}
        onChange={(time) => change({ time })}
        error={faults.time}
        fromText={timeOfText}
      />
      <LimitInput search={search} />
    </>
  );
}

/** The place of the form above the results; scrolls by itself when there are many conditions. */
export function FormArea({ children }: { children: ReactNode }) {
  return <div className={styles.bar}>{children}</div>;
}
