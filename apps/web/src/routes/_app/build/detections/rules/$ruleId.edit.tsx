import { createFileRoute } from '@tanstack/react-router';
import { documentation } from '../../../../../lib/documentation.ts';
import { requirePermission } from '../../../../../lib/route-guard.ts';
import { Page, PageHeader } from '../../../../../ui/page.tsx';

export const Route = createFileRoute('/_app/build/detections/rules/$ruleId/edit')({
  beforeLoad: ({ context }) => requirePermission(context.session, ['RuleRead']),
  staticData: { workScreen: true },
  component: Screen,
});

function Screen() {
  return (
    <Page title="Edit Detection">
      <PageHeader title="Edit Detection" docHref={documentation.detections} />
    </Page>
  );
}
