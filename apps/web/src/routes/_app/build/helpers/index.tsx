import { createFileRoute } from '@tanstack/react-router';
import { BuildTabs } from '../../../../features/detections/build-tabs.tsx';
import { helperSorts } from '../../../../features/helpers/helper-list-search.ts';
import { HelperList } from '../../../../features/helpers/helper-list.tsx';
import { documentation } from '../../../../lib/documentation.ts';
import { requirePermission } from '../../../../lib/route-guard.ts';
import { oneOfOr, listChange, readLinkSearch, text, pageNumber } from '../../../../lib/search-params.ts';
import { useMissingPermission } from '../../../../lib/session/session-context.tsx';
import { CreateLink } from '../../../../ui/inputs/create-link.tsx';
import { Page, PageHeader } from '../../../../ui/layout/page.tsx';

const readParams = readLinkSearch({
  page: pageNumber(),
  sortBy: oneOfOr(helperSorts, 'id'),
  sortDir: oneOfOr(['ascending', 'descending'], 'ascending'),
  search: text(),
});

export const Route = createFileRoute('/_app/build/helpers/')({
  beforeLoad: ({ context }) => requirePermission(context.session, ['RuleRead']),
  validateSearch: readParams,
  component: Screen,
});

function Screen() {
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  const reason = useMissingPermission('RuleModify');
  return (
    <Page title="Helpers">
      <PageHeader
        title="Helpers"
        docHref={documentation.helpers}
        actions={
          <CreateLink to="/build/helpers/new/" missing={reason}>
            Create New
          </CreateLink>
        }
      />
      <BuildTabs />
      <HelperList search={search} onSearch={(change) => void navigate(listChange(change))} />
    </Page>
  );
}
