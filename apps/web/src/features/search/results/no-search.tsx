import { Link } from '@tanstack/react-router';
import { countOf } from '../../../lib/format-number.ts';
import { EmptyState } from '../../../ui/layout/states.tsx';
import { Time } from '../../../ui/marks/time.tsx';
import { readGroups, conditionText } from '../conditions/conditions.ts';
import { useRecentSearches } from '../queries.ts';
import type { SearchRecord } from '../queries.ts';
import { addressOfParams, readForm } from '../form/search-form.ts';
import { useEstimate } from '../form/use-estimate.ts';
import { modeOf } from '../modes/index.ts';
import type { Search } from '../use-search.ts';
import { NewestEvents } from './newest-events.tsx';
import shared from '../search.module.css';
import styles from './no-search.module.css';

const recentShown = 6;
/** Read so many, because equal ones show once. */
const recentRead = 30;
/** History shows so much of a text. */
const textLength = 100;

/** Before the first run: what to do, and the searches of before. */
export function NoSearch({ search }: { search: Search }) {
  const { isText } = modeOf(search.form);
  const holdsNothing = useEstimate(search)?.rowCount === 0;
  const recent = useRecentSearches(recentRead);
  const byText = new Map<string, SearchRecord>();
  for (const record of recent.data ?? []) {
    if (record.kind === 'indicator') continue; // not a search of this screen
    const text = textOf(record);
    if (!byText.has(text)) byText.set(text, record);
  }
  return (
    <div className={styles.centre}>
      <EmptyState
        title="Search the data lake"
        action={!isText && holdsNothing && <NewestEvents search={search} />}
        footer={
          byText.size > 0 && (
            <section className={styles.recent} aria-label="Recent searches">
              <h3 className={styles.recentTitle}>Recent searches</h3>
              {[...byText].slice(0, recentShown).map(([text, record]) => (
                <Link
                  key={record.id}
                  to="/investigate/search/"
                  search={addressOfParams(record.params, record.id)}
                  className={styles.recentLink}
                >
                  <span className={styles.recentText}>{text}</span>
                  {record.stats && (
                    <span className={shared.quiet}>{countOf(record.stats.rowCount, 'row')}</span>
                  )}
                  <Time at={record.startedAt} format="ago" />
                </Link>
              ))}
            </section>
          )
        }
      >
        {isText
          ? 'Write a query over the tables of the data lake, then run it.'
          : 'Type words, add conditions or both, choose a time frame, then run the search.'}{' '}
        For a list of addresses, hashes or names there is{' '}
        <Link to="/investigate/indicator-search/" className={styles.link}>
          Indicator Search
        </Link>
        .
      </EmptyState>
    </div>
  );
}

function textOf(record: SearchRecord): string {
  const { text, filters } = describe(record);
  const words = [text, filters].filter(Boolean).join(', ') || 'All events';
  return words.length > textLength ? `${words.slice(0, textLength)}…` : words;
}

function describe(record: SearchRecord): { text: string; filters: string } {
  if (record.sql !== '') return { text: record.sql.replaceAll(/\s+/g, ' '), filters: '' };
  const address = addressOfParams(record.params, record.id);
  const form = readForm(address);
  const conditions = (readGroups(address.filters) ?? []).map((group) =>
    group.conditions.map(conditionText).join(' and '),
  );
  return { text: form.text, filters: conditions.join(' or ') };
}
