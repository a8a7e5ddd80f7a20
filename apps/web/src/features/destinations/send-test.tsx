import { failureText } from '../../lib/graphql/request-error.ts';
import { useMissingPermission } from '../../lib/session/session-context.tsx';
import { Button } from '../../ui/inputs/button.tsx';
import { IconSend } from '../../ui/icons.ts';
import { Note } from '../../ui/layout/note.tsx';
import type { useSendTest } from './queries.ts';

type SendTest = ReturnType<typeof useSendTest>;

export function SendTestButton(props: {
  test: SendTest;
  outputId: string;
  /** The type cannot be tested. */
  canTest: boolean;
  isDirty: boolean;
}) {
  const { test, outputId, canTest, isDirty } = props;
  const missing = useMissingPermission('DestinationModify');
  const reason = !canTest
    ? 'Destinations of this type cannot be tested.'
    : isDirty
      ? 'Save the changes first: the test uses what is stored.'
      : missing;
  return (
    <Button
      icon={<IconSend size={16} stroke={1.5} aria-hidden />}
      loading={test.isPending}
      disabledReason={reason}
      onClick={() => test.mutate(outputId)}
    >
      Send Test Alert
    </Button>
  );
}

/** What came of the test: the destination's own answer. */
export function TestResult({ test, name }: { test: SendTest; name: string }) {
  if (test.error)
    return (
      <Note tone="danger" title="The test alert could not be sent">
        {failureText(test.error)}
      </Note>
    );
  if (!test.data || test.isPending) return null;
  const { success, message, statusCode } = test.data;
  if (success)
    return (
      <Note tone="success" title="The test alert arrived">{`${name} answered with ${statusCode}.`}</Note>
    );
  return (
    <Note
      tone="danger"
      title={
        statusCode === 0 ? 'The test alert did not arrive' : `The test alert failed with status ${statusCode}`
      }
    >
      {message}
    </Note>
  );
}
