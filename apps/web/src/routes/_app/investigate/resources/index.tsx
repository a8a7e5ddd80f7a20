import { createFileRoute } from '@tanstack/react-router';
import { resourceSorts } from '../../../../features/resources/resource-list-search.ts';
import { InventorySummary, ResourceList } from '../../../../features/resources/resource-list.tsx';
import { complianceStatuses } from '../../../../lib/compliance/status.ts';
import { documentation } from '../../../../lib/documentation.ts';
import { requirePermission } from '../../../../lib/route-guard.ts';
import {
  flag,
  listOfText,
  oneOf,
  oneOfOr,
  listChange,
  readLinkSearch,
  text,
  pageNumber,
} from '../../../../lib/search-params.ts';
import { Page, PageHeader } from '../../../../ui/layout/page.tsx';

const readParams = readLinkSearch({
  page: pageNumber(),
  sortBy: oneOfOr(resourceSorts, 'lastModified'),
  sortDir: oneOfOr(['ascending', 'descending'], 'descending'),
  search: text(),
  types: listOfText(),
  source: text(),
  status: oneOf(complianceStatuses),
  deleted: flag(),
});

export const Route = createFileRoute('/_app/investigate/resources/')({
  beforeLoad: ({ context }) => requirePermission(context.session, ['ResourceRead']),
  validateSearch: readParams,
  component: Screen,
});

function Screen() {
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <Page title="Cloud Resources">
      <PageHeader
        title="Cloud Resources"
        docHref={documentation.resources}
        description={<InventorySummary />}
      />
      <ResourceList search={search} onSearch={(change) => void navigate(listChange(change))} />
    </Page>
  );
}
