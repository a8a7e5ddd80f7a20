import { createFileRoute } from '@tanstack/react-router';
import { ResourcePage } from '../../../../features/resources/resource-page.tsx';
import { policyViews } from '../../../../features/resources/resource-page-search.ts';
import { requirePermission } from '../../../../lib/route-guard.ts';
import { oneOf, readLinkSearch, pageNumber } from '../../../../lib/search-params.ts';

const readParams = readLinkSearch({ show: oneOf(policyViews), page: pageNumber() });

export const Route = createFileRoute('/_app/investigate/resources/$resourceId/')({
  beforeLoad: ({ context }) => requirePermission(context.session, ['ResourceRead']),
  validateSearch: readParams,
  component: Screen,
});

function Screen() {
  const { resourceId } = Route.useParams();
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <ResourcePage
      key={resourceId}
      id={resourceId}
      search={search}
      onSearch={(change) => void navigate({ search: (before) => ({ ...before, ...change }), replace: true })}
    />
  );
}
