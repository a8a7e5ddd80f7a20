import { countOf, formatCount } from '../../lib/format-number.ts';
import { failureText } from '../../lib/graphql/request-error.ts';
import { useMissingPermission } from '../../lib/session/session-context.tsx';
import { Button } from '../../ui/inputs/button.tsx';
import { toast } from '../../ui/overlays/toast.ts';
import { useReprocessFailures } from './queries.ts';

/** Sends the kept failures of a source through its schemas once more, for when a schema was mended. */
export function ProcessAgain({ sourceId }: { sourceId: string }) {
  const reprocess = useReprocessFailures();
  const reason = useMissingPermission('LogSourceModify');
  const start = () =>
    reprocess.mutate(sourceId, {
      onSuccess: ({ sent, cut }) =>
        toast.success(sent === 0 ? 'Nothing new to process again' : `${sentText(sent)}${cutText(cut)}`),
      onError: (error) =>
        toast.error({ title: 'The entries could not be processed again', message: failureText(error) }),
    });
  return (
    <Button size="xs" loading={reprocess.isPending} disabledReason={reason} onClick={start}>
      Process again
    </Button>
  );
}

const sentText = (sent: number) =>
  `${countOf(sent, 'entry', 'entries')} ${sent === 1 ? 'is' : 'are'} processed again`;

function cutText(cut: number): string {
  if (cut === 0) return '';
  return cut === 1
    ? '; 1 was cut when it was kept and stays as it is'
    : `; ${formatCount(cut)} were cut when they were kept and stay as they are`;
}
