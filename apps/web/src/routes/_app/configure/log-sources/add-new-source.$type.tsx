import { createFileRoute } from '@tanstack/react-router';
import { documentation } from '../../../../lib/documentation.ts';
import { requirePermission } from '../../../../lib/route-guard.ts';
import { Page, PageHeader } from '../../../../ui/page.tsx';

export const Route = createFileRoute('/_app/configure/log-sources/add-new-source/$type')({
  beforeLoad: ({ context }) => requirePermission(context.session, ['LogSourceModify']),
  component: Screen,
});

function Screen() {
  return (
    <Page title="Add New Sources">
      <PageHeader title="Add New Sources" docHref={documentation.logSources} />
    </Page>
  );
}
