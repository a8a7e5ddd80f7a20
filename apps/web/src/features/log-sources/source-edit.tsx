import { Note } from '../../ui/layout/note.tsx';
import { PageBody } from '../../ui/layout/page.tsx';
import { SkeletonLines } from '../../ui/layout/states.tsx';
import { toast } from '../../ui/overlays/toast.ts';
import { ingestionTitle } from './labels.ts';
import { useLogTypes, useProviders, useSource, useSources, useTransports } from './queries.ts';
import { SourceForm } from './source-form.tsx';

/** The form of an existing source. Secrets left empty keep their value. */
export function SourceEdit({ sourceId, onDone }: { sourceId: string; onDone: () => void }) {
  // The form keeps what it began with, so the figures of the source need no refreshing here.
  const source = useSource(sourceId, { refetchInterval: 0 });
  const sources = useSources();
  const providers = useProviders();
  const transports = useTransports();
  const logTypes = useLogTypes();
  if (!source.data || !sources.data || !providers.data || !transports.data || !logTypes.data)
    return (
      <PageBody width="form">
        <SkeletonLines lines={10} />
      </PageBody>
    );
  const { ingestionType, providerId } = source.data;
  const transport = transports.data.find((entry) => entry.ingestionType === ingestionType);
  return (
    <PageBody width="form">
      {transport ? (
        <SourceForm
          transport={transport}
          provider={providers.data.find((entry) => entry.id === providerId)}
          sources={sources.data}
          logTypes={logTypes.data}
          source={source.data}
          submitLabel="Save"
          onCancel={onDone}
          onSaved={(stored) => {
            toast.success(`${stored.integrationLabel} is saved`);
            onDone();
          }}
        />
      ) : (
        <Note tone="warning">
          {`This installation has no transport ${ingestionTitle(ingestionType)}, so the source cannot be changed here.`}
        </Note>
      )}
    </PageBody>
  );
}
