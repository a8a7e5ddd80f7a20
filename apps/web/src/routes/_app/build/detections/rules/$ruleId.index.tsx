import { createFileRoute } from '@tanstack/react-router';
import { documentation } from '../../../../../lib/documentation.ts';
import { requirePermission } from '../../../../../lib/route-guard.ts';
import { Page, PageHeader } from '../../../../../ui/page.tsx';

export const Route = createFileRoute('/_app/build/detections/rules/$ruleId/')({
  beforeLoad: ({ context }) => requirePermission(context.session, ['RuleRead']),
  component: Screen,
});

function Screen() {
  return (
    <Page title="Rule">
      <PageHeader title="Rule" docHref={documentation.detections} />
    </Page>
  );
}
