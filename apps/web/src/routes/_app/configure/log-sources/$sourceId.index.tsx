import { createFileRoute } from '@tanstack/react-router';
import { useState } from 'react';
import { SourcePage } from '../../../../features/log-sources/source-page.tsx';
import { SchemaSheet } from '../../../../features/schemas/schema-viewer.tsx';
import { requirePermission } from '../../../../lib/route-guard.ts';

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
      <SchemaSheet names={logType === undefined ? [] : [logType]} onClose={() => setLogType(undefined)} />
    </>
  );
}
