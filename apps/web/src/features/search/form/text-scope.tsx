import { tableId } from '../conditions/filter-fields.ts';
import { formatPickerTime } from '../../../lib/format-time.ts';
import type { TimeZoneSetting } from '../../../lib/format-time.ts';
import type { LakeDatabase } from '../../../lib/data-lake/queries.ts';
import { useTimeZone } from '../../../lib/time-zone.tsx';
import { IconClock } from '../../../ui/icons.ts';
import type { Search } from '../use-search.ts';
import { FromText } from './from-text.tsx';
import { LimitInput } from './form-parts.tsx';
import { summaryOf } from './table-choice.tsx';
import styles from './table-choice.module.css';

type Range = { startTime: string | null; endTime: string | null };

/** Where and when a text looks that says so itself, in the places where the form has its choices, and the limit. */
export function TextScope(props: {
  search: Search;
  databases: readonly LakeDatabase[];
  /** As `database.table`; undefined while they are not known. */
  tables: readonly string[] | undefined;
  time: Range | undefined;
}) {
  const { search, databases, tables, time } = props;
  const zone = useTimeZone();
  const known = databases.flatMap((database) => database.tables);
  const named = (tables ?? []).map(
    (name) => known.find((table) => tableId(table) === name)?.displayName ?? name,
  );
  const ofDatabases = new Set((tables ?? []).map((name) => name.split('.')[0] ?? name));
  const databaseLabels = [...ofDatabases].map(
    (name) => databases.find((database) => database.name === name)?.displayName ?? name,
  );
  return (
    <>
      <FromText label="Databases" value={summaryOf(databaseLabels, '–')} className={styles.databasesChoice} />
      <FromText label="Tables" value={summaryOf(named, '–')} className={styles.tablesChoice} />
      <FromText
        label="Time frame"
        icon={<IconClock size={14} stroke={1.5} aria-hidden />}
        value={time === undefined ? '–' : rangeText(time, zone)}
        className={styles.timeOfText}
      />
      <LimitInput search={search} />
    </>
  );
}

function rangeText({ startTime, endTime }: Range, zone: TimeZoneSetting): string {
  const at = (iso: string) => formatPickerTime(new Date(iso), zone);
  if (startTime === null && endTime === null) return 'All time';
  if (startTime === null) return `Before ${at(endTime ?? '')}`;
  return endTime === null ? `Since ${at(startTime)}` : `${at(startTime)} – ${at(endTime)}`;
}
