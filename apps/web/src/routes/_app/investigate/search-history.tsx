import { createFileRoute } from '@tanstack/react-router';
import { searchKinds, searchStatuses } from '../../../features/search-history/history-search.ts';
import { SearchHistory } from '../../../features/search-history/search-history.tsx';
import { addressOfParams } from '../../../features/search/form/search-form.ts';
import { documentation } from '../../../lib/documentation.ts';
import { requirePermission } from '../../../lib/route-guard.ts';
import {
  listOf,
  listOfText,
  oneOfOr,
  listChange,
  readLinkSearch,
  text,
  whole,
} from '../../../lib/search-params.ts';
import { Page, PageHeader } from '../../../ui/layout/page.tsx';

const readParams = readLinkSearch({
  sortDir: oneOfOr(['ascending', 'descending'], 'descending'),
  search: text(),
  kinds: listOf(searchKinds),
  status: listOf(searchStatuses),
  by: listOfText(),
  days: whole(),
});

export const Route = createFileRoute('/_app/investigate/search-history')({
  beforeLoad: ({ context }) => requirePermission(context.session, ['DataAnalyticsRead']),
  validateSearch: readParams,
  component: Screen,
});

function Screen() {
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <Page title="Search History">
      <PageHeader
        title="Search History"
        docHref={documentation.searchHistory}
        description="Past 30 days of searches and SQL queries"
      />
      <SearchHistory
        search={search}
        onSearch={(change) => void navigate(listChange(change))}
        addressOf={(params, id) => {
          const { queryId, ...address } = addressOfParams(params, id ?? '');
          return { ...address, ...(id === undefined ? {} : { queryId }) };
        }}
      />
    </Page>
  );
}
