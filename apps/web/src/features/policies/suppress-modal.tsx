import { useState } from 'react';
import { useCompliance, useSuppress } from '../../lib/compliance/queries.ts';
import { resourceName } from '../../lib/compliance/resource-name.ts';
import { countOf } from '../../lib/format-number.ts';
import { failureText } from '../../lib/graphql/request-error.ts';
import { Button } from '../../ui/inputs/button.tsx';
import { Modal } from '../../ui/overlays/modal.tsx';
import { Note } from '../../ui/layout/note.tsx';
import { TextInput } from '../../ui/inputs/text-input.tsx';
import { toast } from '../../ui/overlays/toast.ts';
import { covers } from './covers.ts';
import styles from './policies.module.css';
import type { Policy } from './queries.ts';

const previewSize = 1000;
const shown = 5;

/** Asks for a pattern and shows what it covers before it is added. */
export function SuppressModal(props: { policy: Policy; isOpen: boolean; onClose: () => void }) {
  const { policy, isOpen, onClose } = props;
  return (
    <Modal isOpen={isOpen} onClose={onClose} title="Suppress Pattern" width={650}>
      {isOpen && <PatternForm policy={policy} onClose={onClose} />}
    </Modal>
  );
}

function PatternForm({ policy, onClose }: { policy: Policy; onClose: () => void }) {
  const [pattern, setPattern] = useState('');
  const suppress = useSuppress();
  const pairs = useCompliance('policy', { policyId: policy.id, page: 1, pageSize: previewSize }, false);
  const text = pattern.trim();
  const isKnown = policy.suppressions.includes(text);
  const found = text === '' ? [] : (pairs.data?.items ?? []).filter((item) => covers(text, item.resourceId));
  const isCut = (pairs.data?.paging.totalItems ?? 0) > previewSize;
  function add() {
    if (text === '' || isKnown) return;
    suppress.mutate(
      { policyIds: [policy.id], resourcePatterns: [text], remove: false },
      {
        onSuccess() {
          toast.success(`${text} no longer alerts`);
          onClose();
        },
      },
    );
  }
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        add();
      }}
    >
      <TextInput
        label="Resource ID pattern"
        required
        mono
        placeholder="arn:aws:s3:::public-*"
        help="* stands for any text; every other character for itself. The whole ID must fit."
        value={pattern}
        onChange={setPattern}
        error={isKnown ? 'This pattern is there already.' : undefined}
      />
      <div className={styles.preview} role="status">
        {text === '' ? (
          <span className={styles.quiet}>Resources it covers are shown here.</span>
        ) : pairs.isPending ? (
          <span className={styles.quiet}>Looking for resources it covers</span>
        ) : (
          <>
            <b>{`Covers ${countOf(found.length, 'resource')}${isCut ? ` of the first ${previewSize}` : ''}`}</b>
            {found.slice(0, shown).map((item) => (
              <span key={item.resourceId} className={styles.mono} title={item.resourceId}>
                {resourceName(item.resourceId)}
              </span>
            ))}
            {found.length > shown && (
              <span className={styles.quiet}>{`and ${found.length - shown} more`}</span>
            )}
          </>
        )}
      </div>
      {suppress.error && (
        <Note tone="danger" title="The pattern is not added">
          {failureText(suppress.error)}
        </Note>
      )}
      <div className={styles.formActions}>
        <Button variant="quiet" onClick={onClose}>
          Cancel
        </Button>
        <Button
          type="submit"
          variant="primary"
          loading={suppress.isPending}
          disabled={text === '' || isKnown}
        >
          Suppress
        </Button>
      </div>
    </form>
  );
}
