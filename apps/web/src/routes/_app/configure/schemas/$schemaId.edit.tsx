import { createFileRoute } from '@tanstack/react-router';
import { documentation } from '../../../../lib/documentation.ts';
import { requirePermission } from '../../../../lib/route-guard.ts';
import { Page, PageHeader } from '../../../../ui/page.tsx';

export const Route = createFileRoute('/_app/configure/schemas/$schemaId/edit')({
  beforeLoad: ({ context }) => requirePermission(context.session, ['LogSourceModify']),
  component: Screen,
});

function Screen() {
  return (
    <Page title="Edit Schema">
      <PageHeader title="Edit Schema" docHref={documentation.schemas} />
    </Page>
  );
}
