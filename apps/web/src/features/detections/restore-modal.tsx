import { useQuery } from '@tanstack/react-query';
import { RestoreDialog, type RestoreDialogProps } from '../../editor/history/restore-dialog.tsx';
import { summaryText } from '../../editor/unit-tests/test-outcome.ts';
import { countOf } from '../../lib/format-number.ts';
import { useGraphql } from '../../lib/graphql/graphql-context.tsx';
import { failureText } from '../../lib/graphql/request-error.ts';
import { IconAlertTriangle, IconCircleCheck } from '../../ui/icons.ts';
import { Spinner } from '../../ui/marks/spinner.tsx';
import { toast } from '../../ui/overlays/toast.ts';
import shared from './detections.module.css';
import { requestTests, usePutRule } from './queries.ts';
import type { PutRuleInput, Rule } from './queries.ts';
import type { RuleVersion } from './rule-definition.ts';

interface RestoreProps extends Pick<
  RestoreDialogProps,
  'isOpen' | 'onClose' | 'number' | 'liveNumber' | 'nextNumber'
> {
  rule: Rule;
  definition: RuleVersion;
  onRestored: () => void;
}

/** Runs the old version's tests today, then saves it as the newest version. */
export function RestoreModal({ rule, definition, onRestored, ...rest }: RestoreProps) {
  const put = usePutRule();
  const input = { ...definition, id: rule.id, enabled: rule.enabled, isNew: false };
  return (
    <RestoreDialog
      {...rest}
      name={rule.displayName}
      doing="judges events"
      isPending={put.isPending}
      error={put.error}
      onRestore={() =>
        put.mutate(
          { ...input, versionId: rule.versionId },
          {
            onSuccess() {
              toast.success(`Version ${rest.number} of ${rule.displayName} restored`);
              onRestored();
            },
          },
        )
      }
    >
      <TestVerdict input={input} number={rest.number} isWanted={rest.isOpen} />
    </RestoreDialog>
  );
}

/** What the tests of a version say today. */
function TestVerdict(props: { input: PutRuleInput; number: number; isWanted: boolean }) {
  const { input, number, isWanted } = props;
  const graphql = useGraphql();
  const { tests } = input;
  const results = useQuery({
    queryKey: ['detections', 'restore-tests', input.id, number],
    queryFn: ({ signal }) => requestTests(graphql, input, signal),
    enabled: isWanted && tests.length > 0,
    staleTime: 0,
    meta: { failure: 'panel' },
  });
  const isGood = results.data?.every((record) => record.passed) === true;
  const warning = <IconAlertTriangle size={16} stroke={1.5} aria-hidden />;
  return (
    <p className={shared.verdict} role="status">
      {tests.length === 0 ? (
        <span className={shared.warn}>
          {warning}
          It has no tests
        </span>
      ) : results.isFetching ? (
        <>
          <Spinner />
          {`Running its ${countOf(tests.length, 'test')}`}
        </>
      ) : (
        <span className={isGood ? shared.good : shared.bad}>
          {isGood ? <IconCircleCheck size={16} stroke={1.5} aria-hidden /> : warning}
          {results.data
            ? summaryText(results.data)
            : `Its tests could not be run. ${failureText(results.error)}`}
        </span>
      )}
    </p>
  );
}
