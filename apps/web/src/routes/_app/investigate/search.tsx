import { createFileRoute } from '@tanstack/react-router';
import { documentation } from '../../../lib/documentation.ts';
import { readSearch, text, whole } from '../../../lib/search-params.ts';
import { requirePermission } from '../../../lib/route-guard.ts';
import { Page, PageHeader } from '../../../ui/page.tsx';

export const Route = createFileRoute('/_app/investigate/search')({
  beforeLoad: ({ context }) => requirePermission(context.session, ['DataAnalyticsRead']),
  validateSearch: readSearch({
    mode: text(),
    q: text(),
    databases: text(),
    tables: text(),
    from: text(),
    to: text(),
    limit: whole(),
  }),
  staticData: { workScreen: true },
  component: Screen,
});

function Screen() {
  return (
    <Page title="Search">
      <PageHeader work title="Search" docHref={documentation.search} />
    </Page>
  );
}
