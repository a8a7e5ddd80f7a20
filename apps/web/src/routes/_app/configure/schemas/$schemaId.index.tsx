import { createFileRoute } from '@tanstack/react-router';
import { documentation } from '../../../../lib/documentation.ts';
import { requirePermission } from '../../../../lib/route-guard.ts';
import { Page, PageHeader } from '../../../../ui/page.tsx';

export const Route = createFileRoute('/_app/configure/schemas/$schemaId/')({
  beforeLoad: ({ context }) => requirePermission(context.session, ['LogSourceRead']),
  component: Screen,
});

function Screen() {
  return (
    <Page title="Schema">
      <PageHeader title="Schema" docHref={documentation.schemas} />
    </Page>
  );
}
