import { useQuery } from '@tanstack/react-query';
import { parseTime } from '../../../lib/format-time.ts';
import { gql } from '../../../lib/graphql/gql.ts';
import { useGraphql } from '../../../lib/graphql/graphql-context.tsx';
import { useTimeZone } from '../../../lib/time-zone.tsx';
import { Button } from '../../../ui/inputs/button.tsx';
import { Time, useNow } from '../../../ui/marks/time.tsx';
import { requestOf } from '../form/search-form.ts';
import shared from '../search.module.css';
import { timeLabel, utcText } from '../time/time-frame.ts';
import type { TimeChoice } from '../time/time-frame.ts';
import type { Search } from '../use-search.ts';
import styles from './newest-events.module.css';

const newestDocument = gql(`query NewestEvents($input: ExecuteUberSearchInput!) {
  newestEvents(input: $input) { startTime endTime } }`);
const staleMs = 60_000;

/** Of a search whose time frame holds nothing: when the newest events are from, and a search of their hours by one click. */
export function NewestEvents({ search }: { search: Search }) {
  const graphql = useGraphql();
  const zone = useTimeZone();
  const now = useNow();
  const { databases, tables, mode } = search.form;
  const newest = useQuery({
    queryKey: ['search', 'newest', mode, databases, tables],
    queryFn: async ({ signal }) => {
      const params = requestOf(search.form, now);
      return (await graphql.request(newestDocument, { input: { params } }, { signal })).newestEvents;
    },
    staleTime: staleMs,
    retry: false,
    // A courtesy: other times can be chosen without.
    meta: { failure: 'panel' },
  });
  if (!newest.data) return null;
  const { startTime, endTime } = newest.data;
  const time = hoursOf(startTime, endTime);
  if (!time) return null;
  return (
    <div className={styles.newest}>
      <span className={shared.quiet}>
        The newest event is from <Time at={endTime} format="event" /> (<Time at={endTime} format="ago" />
        ).
      </span>
      <Button size="sm" variant="primary" onClick={() => void search.start({ time })}>
        Search {timeLabel(time, zone)}
      </Button>
    </div>
  );
}

const secondMs = 1000;

/** Whole seconds around both ends. */
function hoursOf(start: string, end: string): TimeChoice | undefined {
  const [from, to] = [parseTime(start), parseTime(end)];
  if (!from || !to) return undefined;
  return {
    kind: 'custom',
    startTime: utcText(Math.floor(from.getTime() / secondMs) * secondMs),
    endTime: utcText((Math.floor(to.getTime() / secondMs) + 1) * secondMs),
  };
}
