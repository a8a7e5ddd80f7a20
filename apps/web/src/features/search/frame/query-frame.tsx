import { useState } from 'react';
import type { ReactNode } from 'react';
import { Button } from '../../../ui/inputs/button.tsx';
import { IconFilter } from '../../../ui/icons.ts';
import { SideSheet } from '../../../ui/overlays/side-sheet.tsx';
import { FormArea, RunButton } from '../form/form-parts.tsx';
import shared from '../search.module.css';
import type { Search } from '../use-search.ts';
import { QueryInfoButton } from './query-info.tsx';
import type { QueryFacts } from './query-info.tsx';
import styles from './query-frame.module.css';

/**
 * What stands around the query in every mode: where and when to look, what the query reads, Run. On a narrow window where
 * and when stand in a sheet, below the text.
 */
export function QueryFrame(props: {
  search: Search;
  scope: ReactNode;
  /** What is known of the query as it stands. */
  facts: QueryFacts;
  isNarrow: boolean;
  /** What of a narrow window's sheet and Run; left out where the mode has its own. */
  hasNarrowRow?: boolean;
  /** Only in the sheet, since a touch shows no tooltip. */
  narrowNote?: string | undefined;
  children: ReactNode;
}) {
  const { search, scope, facts, isNarrow, hasNarrowRow = true, narrowNote, children } = props;
  return (
    <FormArea>
      {!isNarrow && (
        <div className={styles.row}>
          {scope}
          <span className={shared.push} />
          <QueryInfoButton search={search} facts={facts} isNarrow={false} />
          <span className={styles.run}>
            <RunButton search={search} />
          </span>
        </div>
      )}
      {children}
      {isNarrow && hasNarrowRow && (
        <NarrowRow search={search} facts={facts}>
          {scope}
          {narrowNote && <p className={styles.note}>{narrowNote}</p>}
        </NarrowRow>
      )}
    </FormArea>
  );
}

function NarrowRow(props: { search: Search; facts: QueryFacts; children: ReactNode }) {
  const { search, facts, children } = props;
  const [isOpen, setOpen] = useState(false);
  return (
    <div className={styles.narrow}>
      <Button
        size="lg"
        icon={<IconFilter size={16} stroke={1.5} aria-hidden />}
        onClick={() => setOpen(true)}
      >
        Tables and time
      </Button>
      <RunButton search={search} size="lg" />
      <QueryInfoButton search={search} facts={facts} isNarrow />
      <SideSheet isOpen={isOpen} onClose={() => setOpen(false)} title="Tables and time" overlay>
        <div className={styles.sheet} data-stacked>
          {children}
        </div>
      </SideSheet>
    </div>
  );
}
