import { createFileRoute } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { SourcePage } from '../../../../features/log-sources/source-page.tsx';
import { requirePermission } from '../../../../lib/route-guard.ts';

// The reader of YAML is loaded with the first schema that is opened.
const SchemaSheet = lazy(async () => ({
  default: (await import('../../../../features/schemas/schema-viewer.tsx')).SchemaSheet,
}));

export const Route = createFileRoute('/_app/configure/log-sources/$sourceId/')({
  beforeLoad: ({ context }) => requirePermission(context.session, ['LogSourceRead']),
  component: Screen,
});

function Screen() {
  const { sourceId } = Route.useParams();
  const [logType, setLogType] = useState<string>();
  return (
    <>
      <SourcePage sourceId={sourceId} onOpenSchema={setLogType} />
      <Suspense>
        {logType !== undefined && <SchemaSheet names={[logType]} onClose={() => setLogType(undefined)} />}
      </Suspense>
    </>
  );
}
