import { useQuery } from '@tanstack/react-query';
import { countOf } from '../../lib/format-number.ts';
import { useGraphql } from '../../lib/graphql/graphql-context.tsx';
import { failureText } from '../../lib/graphql/request-error.ts';
import { Button } from '../../ui/button.tsx';
import { IconAlertTriangle, IconCircleCheck, IconHistory } from '../../ui/icons.ts';
import { Modal } from '../../ui/modal.tsx';
import { Note } from '../../ui/note.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { toast } from '../../ui/toast.ts';
import shared from './detections.module.css';
import { requestTests, usePutRule } from './queries.ts';
import type { Rule } from './queries.ts';
import type { RuleVersion } from './rule-definition.ts';
import { summaryText } from '../../editor/unit-tests/test-outcome.ts';

interface RestoreProps {
  isOpen: boolean;
  onClose: () => void;
  rule: Rule;
  number: number;
  liveNumber: number;
  nextNumber: number;
  definition: RuleVersion;
  onRestored: () => void;
}

/** Runs the old version's tests today, then saves it as the newest version. */
export function RestoreModal(props: RestoreProps) {
  const { isOpen, onClose, rule, number, liveNumber, nextNumber, definition, onRestored } = props;
  const graphql = useGraphql();
  const put = usePutRule();
  const input = { ...definition, id: rule.id, enabled: rule.enabled, isNew: false };
  const tests = useQuery({
    queryKey: ['detections', 'restore-tests', rule.id, number],
    queryFn: ({ signal }) => requestTests(graphql, input, signal),
    enabled: isOpen && definition.tests.length > 0,
    staleTime: 0,
    meta: { failure: 'panel' },
  });
  const isGood = tests.data?.every((record) => record.passed) === true;
  return (
    <Modal
      isOpen={isOpen}
      onClose={onClose}
      title={`Restore version ${number}`}
      actions={
        <>
          <Button data-autofocus onClick={onClose}>
            Cancel
          </Button>
          <Button
            variant="primary"
            icon={<IconHistory size={16} stroke={1.5} aria-hidden />}
            loading={put.isPending}
            onClick={() =>
              put.mutate(
                { ...input, versionId: rule.versionId },
                {
                  onSuccess() {
                    toast.success(`Version ${number} of ${rule.displayName} restored`);
                    onRestored();
                  },
                },
              )
            }
          >
            Restore
          </Button>
        </>
      }
    >
      <p>
        {`Version ${number} of `}
        <b>{rule.displayName}</b>
        {` becomes version ${nextNumber} and judges events from then on. Version ${liveNumber} stays in the history.`}
      </p>
      <p className={shared.verdict} role="status">
        {definition.tests.length === 0 ? (
          <span className={shared.warn}>
            <IconAlertTriangle size={16} stroke={1.5} aria-hidden />
            It has no tests
          </span>
        ) : tests.isFetching ? (
          <>
            <Spinner />
            {`Running its ${countOf(definition.tests.length, 'test')}`}
          </>
        ) : (
          <span className={isGood ? shared.good : shared.bad}>
            {isGood ? (
              <IconCircleCheck size={16} stroke={1.5} aria-hidden />
            ) : (
              <IconAlertTriangle size={16} stroke={1.5} aria-hidden />
            )}
            {tests.data ? summaryText(tests.data) : `Its tests could not be run. ${failureText(tests.error)}`}
          </span>
        )}
      </p>
      {put.error && (
        <Note tone="danger" title="The version is not restored">
          {failureText(put.error)}
        </Note>
      )}
    </Modal>
  );
}
