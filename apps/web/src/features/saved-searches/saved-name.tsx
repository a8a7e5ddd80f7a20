import type { SavedSearchFields } from '../../lib/saved-search.ts';
import { IconBookmark } from '../../ui/icons.ts';
import { Badge } from '../../ui/marks/badge.tsx';
import { useSavedSearch } from './queries.ts';
import { isSameSearch } from './same-search.ts';
import styles from './saved-name.module.css';

/** The saved search that is open, and whether what is on the screen differs from it. */
export function SavedName(props: {
  fields: SavedSearchFields | undefined;
  savedQueryId: string | undefined;
}) {
  const { fields, savedQueryId } = props;
  const { data, isError } = useSavedSearch(savedQueryId);
  if (savedQueryId !== undefined && data === undefined && !isError) return null;
  return (
    <span className={styles.saved} role="status" aria-label="Saved search">
      <IconBookmark size={14} stroke={1.5} aria-hidden />
      {data ? (
        <>
          <b className={styles.name} title={data.description || data.name}>
            {data.name}
          </b>
          {fields && isSameSearch(fields, data) ? <Badge>Saved</Badge> : <Badge tone="warning">Edited</Badge>}
        </>
      ) : (
        <span className={styles.none}>New search, not saved</span>
      )}
    </span>
  );
}
