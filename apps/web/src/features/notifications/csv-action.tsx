import { downloadFile, useGenerateCsv } from '../../lib/csv-downloads.ts';
import { Button } from '../../ui/inputs/button.tsx';
import { IconDownload } from '../../ui/icons.ts';
import { csvOffer } from './notification-rules.ts';
import type { Notification } from './queries.ts';

/** The button of a notification about a CSV; nothing for others. It needs no context, so that a snackbar can hold it. */
export function CsvButton(props: {
  note: Notification;
  now: number;
  onGenerate: (queryId: string) => void;
  isBusy?: boolean;
}) {
  const { note, now, onGenerate, isBusy = false } = props;
  const { presignedUrl, originalQueryId } = note.metadata;
  const offer = csvOffer(note, now);
  if (offer === undefined || originalQueryId === null) return null;
  if (offer === 'download')
    return (
      <Button
        size="sm"
        icon={<IconDownload size={14} stroke={1.5} aria-hidden />}
        onClick={() => void downloadFile(presignedUrl ?? '')}
      >
        Download CSV
      </Button>
    );
  return (
    <Button size="sm" loading={isBusy} onClick={() => onGenerate(originalQueryId)}>
      {offer === 'generate' ? 'Generate New CSV' : 'Retry Generating CSV'}
    </Button>
  );
}

/** The same inside the console. */
export function CsvAction({ note, now }: { note: Notification; now: number }) {
  const generate = useGenerateCsv();
  return (
    <CsvButton
      note={note}
      now={now}
      isBusy={generate.isPending}
      onGenerate={(queryId) => generate.mutate({ queryId })}
    />
  );
}
