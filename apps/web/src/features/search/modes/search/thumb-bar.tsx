import { useState } from 'react';
import { countOf } from '../../../../lib/format-number.ts';
import type { LakeDatabase } from '../../../../lib/data-lake/queries.ts';
import { Button } from '../../../../ui/inputs/button.tsx';
import { IconFilter, IconPlus } from '../../../../ui/icons.ts';
import { SideSheet } from '../../../../ui/overlays/side-sheet.tsx';
import { conditionsOf, freshCondition, withCondition } from '../../conditions/conditions.ts';
import { RunButton, SearchScope } from '../../form/form-parts.tsx';
import type { Search } from '../../use-search.ts';
import { QueryInfoButton } from '../../frame/query-info.tsx';
import { AddFilters, Conditions, useFormFacts } from './search-bar.tsx';
import styles from './thumb-bar.module.css';

/** Conditions, scope and Run within reach of a thumb. */
export function ThumbBar({ search, databases }: { search: Search; databases: readonly LakeDatabase[] }) {
  const [isOpen, setOpen] = useState(false);
  const { form, change } = search;
  const facts = useFormFacts(search, databases);
  const count = conditionsOf(form.groups).length;
  return (
    <div className={styles.thumb}>
      <Button
        size="lg"
        icon={<IconFilter size={16} stroke={1.5} aria-hidden />}
        onClick={() => setOpen(true)}
        aria-label={`Filters and scope, ${countOf(count, 'condition')}`}
      >
        {count}
      </Button>
      <Button
        size="lg"
        icon={<IconPlus size={16} stroke={1.5} aria-hidden />}
        onClick={() => {
          change({ groups: withCondition(form.groups, freshCondition()) });
          setOpen(true);
        }}
      >
        Condition
      </Button>
      <RunButton search={search} size="lg" />
      <QueryInfoButton search={search} facts={facts} isNarrow />
      <SideSheet
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        title="Filters"
        overlay
        actions={
          <Button
            variant="primary"
            onClick={() => {
              setOpen(false);
              void search.start();
            }}
          >
            Run
          </Button>
        }
      >
        <div className={styles.sheet} data-stacked>
          <SearchScope search={search} databases={databases} />
          <Conditions search={search} databases={databases} />
          <div className={styles.sheetButtons}>
            <AddFilters search={search} databases={databases} />
          </div>
        </div>
      </SideSheet>
    </div>
  );
}
