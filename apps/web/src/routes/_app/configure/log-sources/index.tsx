import { createFileRoute } from '@tanstack/react-router';
import { documentation } from '../../../../lib/documentation.ts';
import { listOf, listOfText, oneOfOr, readSearch, text } from '../../../../lib/search-params.ts';
import { requirePermission } from '../../../../lib/route-guard.ts';
import { Page, PageHeader } from '../../../../ui/page.tsx';

export const Route = createFileRoute('/_app/configure/log-sources/')({
  beforeLoad: ({ context }) => requirePermission(context.session, ['LogSourceRead']),
  validateSearch: readSearch({
    sortBy: oneOfOr(['dateCreated', 'name', 'lastEvent'], 'dateCreated'),
    sortDir: oneOfOr(['ascending', 'descending'], 'descending'),
    search: text(),
    types: listOfText(),
    logTypes: listOfText(),
    health: listOf(['healthy', 'unhealthy', 'no-data', 'pending']),
  }),
  component: Screen,
});

function Screen() {
  return (
    <Page title="Log Sources">
      <PageHeader title="Log Sources" docHref={documentation.logSources} />
    </Page>
  );
}
