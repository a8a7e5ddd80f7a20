import { createFileRoute } from '@tanstack/react-router';
import { savedSearchSorts } from '../../../features/saved-searches/list-search.ts';
import { SavedSearchList } from '../../../features/saved-searches/saved-search-list.tsx';
import { documentation } from '../../../lib/documentation.ts';
import { requirePermission } from '../../../lib/route-guard.ts';
import {
  flag,
  listOfText,
  oneOfOr,
  pageNumber,
  listChange,
  readLinkSearch,
  text,
  whole,
} from '../../../lib/search-params.ts';
import { ButtonLink } from '../../../ui/inputs/button.tsx';
import { IconPlus } from '../../../ui/icons.ts';
import { Page, PageHeader } from '../../../ui/layout/page.tsx';

const readParams = readLinkSearch({
  page: pageNumber(),
  sortBy: oneOfOr(savedSearchSorts, 'updatedAt'),
  sortDir: oneOfOr(['ascending', 'descending'], 'descending'),
  search: text(),
  tags: listOfText(),
  scheduled: flag(),
  active: flag(),
  days: whole(),
});

export const Route = createFileRoute('/_app/investigate/saved-searches')({
  beforeLoad: ({ context }) => requirePermission(context.session, ['DataAnalyticsRead']),
  validateSearch: readParams,
  component: Screen,
});

function Screen() {
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <Page title="Saved Searches">
      <PageHeader
        title="Saved Searches"
        docHref={documentation.savedSearches}
        actions={
          <ButtonLink
            variant="primary"
            icon={<IconPlus size={16} stroke={1.5} aria-hidden />}
            to="/investigate/search/"
          >
            New search
          </ButtonLink>
        }
      />
      <SavedSearchList search={search} onSearch={(change) => void navigate(listChange(change))} />
    </Page>
  );
}
