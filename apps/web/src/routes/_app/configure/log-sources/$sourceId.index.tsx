import { createFileRoute } from '@tanstack/react-router';
import { SourceDetections } from '../../../../features/getting-started/source-detections.tsx';
import { DetectionsSlot } from '../../../../features/log-sources/detections-slot.ts';
import { SourcePage } from '../../../../features/log-sources/source-page.tsx';
import { requirePermission } from '../../../../lib/route-guard.ts';
import { useOpenSidePanel } from '../../../../lib/side-panels.ts';

export const Route = createFileRoute('/_app/configure/log-sources/$sourceId/')({
  beforeLoad: ({ context }) => requirePermission(context.session, ['LogSourceRead']),
  component: Screen,
});

function Screen() {
  const { sourceId } = Route.useParams();
  const openPanel = useOpenSidePanel();
  return (
    <DetectionsSlot.Fill with={SourceDetections}>
      <SourcePage
        sourceId={sourceId}
        onOpenSchema={(logType) => openPanel?.('schema-viewer', { names: [logType] })}
      />
    </DetectionsSlot.Fill>
  );
}
