import { createFileRoute } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { SourceDetections } from '../../../../features/getting-started/source-detections.tsx';
import { DetectionsSlot } from '../../../../features/log-sources/detections-slot.ts';
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
      <DetectionsSlot.Fill with={SourceDetections}>
        <SourcePage sourceId={sourceId} onOpenSchema={setLogType} />
      </DetectionsSlot.Fill>
      <Suspense>
        {logType !== undefined && <SchemaSheet names={[logType]} onClose={() => setLogType(undefined)} />}
      </Suspense>
    </>
  );
}
