import { createFileRoute } from '@tanstack/react-router';
import { TypePicker } from '../../../../features/destinations/type-picker.tsx';
import { documentation } from '../../../../lib/documentation.ts';
import { requirePermission } from '../../../../lib/route-guard.ts';
import { Page, PageHeader } from '../../../../ui/layout/page.tsx';

export const Route = createFileRoute('/_app/configure/destinations/new/')({
  beforeLoad: ({ context }) => requirePermission(context.session, ['DestinationModify']),
  component: Screen,
});

function Screen() {
  return (
    <Page title="New Destination">
      <PageHeader
        title="New Destination"
        docHref={documentation.destinations}
        description="Choose where alerts go."
      />
      <TypePicker />
    </Page>
  );
}
