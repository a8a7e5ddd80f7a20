import { createFileRoute } from '@tanstack/react-router';
import { TokenList } from '../../../../../features/api-tokens/token-list.tsx';
import { tokenSorts } from '../../../../../features/api-tokens/token-list-search.ts';
import { documentation } from '../../../../../lib/documentation.ts';
import { requirePermission } from '../../../../../lib/route-guard.ts';
import { listChange, oneOfOr, pageNumber, readLinkSearch, text } from '../../../../../lib/search-params.ts';
import { useMissingPermission } from '../../../../../lib/session/session-context.tsx';
import { CreateLink } from '../../../../../ui/inputs/create-link.tsx';
import { Page, PageHeader } from '../../../../../ui/layout/page.tsx';

const readParams = readLinkSearch({
  page: pageNumber(),
  sortBy: oneOfOr(tokenSorts, 'name'),
  sortDir: oneOfOr(['ascending', 'descending'], 'ascending'),
  search: text(),
});

export const Route = createFileRoute('/_app/settings/api/tokens/')({
  beforeLoad: ({ context }) => requirePermission(context.session, ['OrganizationAPITokenRead']),
  validateSearch: readParams,
  component: Screen,
});

function Screen() {
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <Page title="API Tokens">
      <PageHeader
        title="API Tokens"
        docHref={documentation.apiTokens}
        description="What programs show in place of a person: each may do what it was given and nothing else."
        actions={
          <CreateLink
            to="/settings/api/tokens/new/"
            missing={useMissingPermission('OrganizationAPITokenModify')}
          >
            Create New
          </CreateLink>
        }
      />
      <TokenList search={search} onSearch={(change) => void navigate(listChange(change))} />
    </Page>
  );
}
