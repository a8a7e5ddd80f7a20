import { createFileRoute } from '@tanstack/react-router';
import { documentation } from '../../../lib/documentation.ts';
import { requirePermission } from '../../../lib/route-guard.ts';
import { Page, PageHeader } from '../../../ui/page.tsx';

export const Route = createFileRoute('/_app/alerts-and-errors/$alertId/')({
  beforeLoad: ({ context }) => requirePermission(context.session, ['AlertRead']),
  component: Screen,
});

function Screen() {
  return (
    <Page title="Alert">
      <PageHeader title="Alert" docHref={documentation.alerts} />
    </Page>
  );
}
