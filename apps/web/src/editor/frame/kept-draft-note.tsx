import type { KeptDraft } from '../../lib/use-kept-draft.ts';
import { Button } from '../../ui/inputs/button.tsx';
import { Note } from '../../ui/layout/note.tsx';
import { Time } from '../../ui/marks/time.tsx';
import styles from './editor-frame.module.css';

/** Offers what was typed and not saved before the page was loaded again. */
export function KeptDraftNote({ kept, noun }: { kept: KeptDraft; noun: string }) {
  return (
    <Note
      title={
        <>
          Changes of <Time at={kept.at.toISOString()} /> were not saved
        </>
      }
      action={
        <span className={styles.actions}>
          <Button size="sm" onClick={kept.discard}>
            Discard
          </Button>
          <Button size="sm" variant="primary" onClick={kept.restore}>
            Restore
          </Button>
        </span>
      }
    >
      {kept.isOlder
        ? `The ${noun} has been saved since. Restoring puts your text in place of that version; look at it before you save.`
        : 'They are kept in this window until you save or discard them.'}
    </Note>
  );
}
