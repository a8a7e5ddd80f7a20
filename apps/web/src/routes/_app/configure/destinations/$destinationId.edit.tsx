import { createFileRoute } from '@tanstack/react-router';
import { documentation } from '../../../../lib/documentation.ts';
import { requirePermission } from '../../../../lib/route-guard.ts';
import { Page, PageHeader } from '../../../../ui/page.tsx';

export const Route = createFileRoute('/_app/configure/destinations/$destinationId/edit')({
  beforeLoad: ({ context }) => requirePermission(context.session, ['DestinationRead']),
  component: Screen,
});

function Screen() {
  return (
    <Page title="Edit Destination">
      <PageHeader title="Edit Destination" docHref={documentation.destinations} />
    </Page>
  );
}
