import type { ReactNode } from 'react';
import { ReadOnlyTag } from '../../../ui/marks/badge.tsx';
import { Note } from '../../../ui/layout/note.tsx';
import { Pane } from '../../../ui/layout/page.tsx';
import shared from '../detections.module.css';
import { StepNumber } from '../section.tsx';
import { FiltersEditor } from './filters-editor.tsx';
import type { FiltersEditorProps } from './filters-editor.tsx';
import styles from './rule-builder.module.css';
import { logTypeHint } from './simple-pane.tsx';

/** The inline filters of a rule in the place of its logic. */
export function FiltersPane(props: FiltersEditorProps & { isExisting: boolean; extraAction: ReactNode }) {
  const { extraAction, isExisting, ...editor } = props;
  return (
    <Pane
      className={shared.detect}
      title={
        <span className={shared.paneTitle}>
          <StepNumber number={2} />
          Inline filters
          {editor.readOnly && <ReadOnlyTag />}
        </span>
      }
      actions={extraAction}
      footer={<span>An event that fails one is not judged; a field the event does not have passes</span>}
    >
      <div className={styles.scroll}>
        {editor.logTypes.length === 0 ? (
          <Note>{logTypeHint(isExisting)}</Note>
        ) : (
          <FiltersEditor {...editor} />
        )}
      </div>
    </Pane>
  );
}
