import { createFileRoute } from '@tanstack/react-router';
import { RoleList } from '../../../../features/roles/role-list.tsx';
import { roleSorts } from '../../../../features/roles/role-list-search.ts';
import { documentation } from '../../../../lib/documentation.ts';
import { requirePermission } from '../../../../lib/route-guard.ts';
import { listChange, oneOfOr, pageNumber, readLinkSearch, text } from '../../../../lib/search-params.ts';
import { useMissingPermission } from '../../../../lib/session/session-context.tsx';
import { CreateLink } from '../../../../ui/inputs/create-link.tsx';
import { Page, PageHeader } from '../../../../ui/layout/page.tsx';

const readParams = readLinkSearch({
  page: pageNumber(),
  sortBy: oneOfOr(roleSorts, 'name'),
  sortDir: oneOfOr(['ascending', 'descending'], 'ascending'),
  search: text(),
});

export const Route = createFileRoute('/_app/settings/roles/')({
  beforeLoad: ({ context }) => requirePermission(context.session, ['UserRead']),
  validateSearch: readParams,
  component: Screen,
});

function Screen() {
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <Page title="User Roles">
      <PageHeader
        title="User Roles"
        docHref={documentation.roles}
        description="What people may do, and of which log types they see anything. Everybody has one role."
        actions={
          <CreateLink to="/settings/roles/new/" missing={useMissingPermission('UserModify')}>
            Create New
          </CreateLink>
        }
      />
      <RoleList search={search} onSearch={(change) => void navigate(listChange(change))} />
    </Page>
  );
}
