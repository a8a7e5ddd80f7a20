import { createFileRoute } from '@tanstack/react-router';
import { documentation } from '../../../../lib/documentation.ts';
import { flag, flagOr, oneOfOr, readSearch, text } from '../../../../lib/search-params.ts';
import { requirePermission } from '../../../../lib/route-guard.ts';
import { Page, PageHeader } from '../../../../ui/page.tsx';

export const Route = createFileRoute('/_app/configure/schemas/')({
  beforeLoad: ({ context }) => requirePermission(context.session, ['LogSourceRead']),
  validateSearch: readSearch({
    isArchived: flagOr(false),
    sortBy: oneOfOr(['name', 'updated'], 'name'),
    sortDir: oneOfOr(['ascending', 'descending'], 'ascending'),
    isManaged: flag(),
    inUse: flag(),
    search: text(),
  }),
  component: Screen,
});

function Screen() {
  return (
    <Page title="Schemas">
      <PageHeader title="Schemas" docHref={documentation.schemas} />
    </Page>
  );
}
