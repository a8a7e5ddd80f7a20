import { IconArrowRight } from '../../ui/icons.ts';
import styles from './rule-history.module.css';
import { DiffView } from './diff-view.tsx';
import type { DiffLayout } from './diff-view.tsx';
import { settingChanges } from './rule-definition.ts';
import type { RuleVersion } from './rule-definition.ts';

interface ChangeListProps {
  before: RuleVersion;
  after: RuleVersion;
  layout?: DiffLayout;
}

/** Everything that differs between two versions: settings and tests as a table, then the code. */
export function ChangeList({ before, after, layout = 'unified' }: ChangeListProps) {
  const changes = settingChanges(before, after);
  return (
    <>
      {changes.length > 0 && (
        <dl className={styles.changes}>
          {changes.map((change) => (
            <div key={change.label} className={styles.change}>
              <dt>{change.label}</dt>
              <dd className={styles.old}>{change.before}</dd>
              <IconArrowRight size={14} stroke={1.5} aria-label="becomes" />
              <dd className={styles.new}>{change.after}</dd>
            </div>
          ))}
        </dl>
      )}
      <DiffView before={before.body} after={after.body} layout={layout} />
    </>
  );
}
