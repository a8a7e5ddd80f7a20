import { IconArrowRight } from '../../ui/icons.ts';
import { DiffView } from '../diff/diff-view.tsx';
import type { DiffLayout } from '../diff/diff-view.tsx';
import styles from './history.module.css';
import type { VersionShape } from './version-shape.ts';

interface ChangeListProps<Definition> {
  shape: VersionShape<Definition>;
  before: Definition;
  after: Definition;
  layout?: DiffLayout;
}

/** Everything that differs between two versions: settings as a table, then the code. */
export function ChangeList<Definition>(props: ChangeListProps<Definition>) {
  const { shape, before, after, layout = 'unified' } = props;
  const changes = shape.settingChanges(before, after);
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
      <DiffView before={shape.code(before)} after={shape.code(after)} layout={layout} />
    </>
  );
}
