import { useTimeZone } from '../../../lib/time-zone.tsx';
import { Button } from '../../../ui/inputs/button.tsx';
import { NoResults } from '../../../ui/layout/states.tsx';
import shared from '../search.module.css';
import styles from './nothing-found.module.css';
import { conditionsOf } from '../conditions/conditions.ts';
import { timeLabel } from '../time/time-frame.ts';
import { TimeBeforeButton } from '../time/timeline.tsx';
import { NewestEvents } from './newest-events.tsx';
import type { Search } from '../use-search.ts';
import { modeOf } from '../modes/index.ts';

/** Longer looks to offer when a time frame holds nothing. */
const longer = [
  { id: 'Last24Hours', label: 'Search the last 24 hours' },
  { id: 'AllTime', label: 'Search all time' },
];

/** No row for this search: what limits it, and how to look further. */
export function NothingFound(props: {
  search: Search;
  /** Back from a zoom into a part that holds nothing. */
  onBack: (() => void) | undefined;
}) {
  const { search, onBack } = props;
  const zone = useTimeZone();
  const { form } = search;
  const { isText } = modeOf(form);
  const conditions = conditionsOf(form.groups).length;
  const filterCount = isText ? 0 : conditions + (form.text.trim() === '' ? 0 : 1);
  const isAllTime = form.time.kind === 'preset' && form.time.id === 'AllTime';
  const frame = form.time.kind === 'preset' ? form.time.id : '';
  return (
    <div className={shared.message}>
      <NoResults
        what={isText ? 'row' : 'event'}
        filterCount={filterCount}
        onClear={() => void search.start({ groups: [], text: '' })}
      />
      {isText && onBack && (
        <div className={styles.longer}>
          <TimeBeforeButton onBack={onBack} />
        </div>
      )}
      {!isText && (
        <div className={styles.longer}>
          {onBack && <TimeBeforeButton onBack={onBack} />}
          <span className={shared.quiet}>Time frame: {timeLabel(form.time, zone)}</span>
          {!isAllTime &&
            longer
              .filter((entry) => entry.id !== frame)
              .map((entry) => (
                <Button
                  key={entry.id}
                  size="sm"
                  onClick={() => void search.start({ time: { kind: 'preset', id: entry.id } })}
                >
                  {entry.label}
                </Button>
              ))}
        </div>
      )}
      {!isText && !isAllTime && filterCount === 0 && <NewestEvents search={search} />}
    </div>
  );
}
