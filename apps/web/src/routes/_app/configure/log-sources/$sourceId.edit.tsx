import { createFileRoute } from '@tanstack/react-router';
import { documentation } from '../../../../lib/documentation.ts';
import { requirePermission } from '../../../../lib/route-guard.ts';
import { Page, PageHeader } from '../../../../ui/page.tsx';

export const Route = createFileRoute('/_app/configure/log-sources/$sourceId/edit')({
  beforeLoad: ({ context }) => requirePermission(context.session, ['LogSourceModify']),
  component: Screen,
});

function Screen() {
  return (
    <Page title="Edit Log Source">
      <PageHeader title="Edit Log Source" docHref={documentation.logSources} />
    </Page>
  );
}
