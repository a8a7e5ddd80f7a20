import { createFileRoute } from '@tanstack/react-router';
import { PolicyPage } from '../../../../../features/policies/policy-page.tsx';
import { pairViews, policySections } from '../../../../../features/policies/policy-page-search.ts';
import { requirePermission } from '../../../../../lib/route-guard.ts';
import { oneOf, readLinkSearch, text, whole, pageNumber } from '../../../../../lib/search-params.ts';

const readParams = readLinkSearch({
  section: oneOf(policySections),
  show: oneOf(pairViews),
  search: text(),
  page: pageNumber(),
  version: whole(),
  against: whole(),
});

export const Route = createFileRoute('/_app/build/detections/policies/$policyId/')({
  beforeLoad: ({ context }) => requirePermission(context.session, ['PolicyRead']),
  validateSearch: readParams,
  component: Screen,
});

function Screen() {
  const { policyId } = Route.useParams();
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <PolicyPage
      key={policyId}
      id={policyId}
      search={search}
      onSearch={(change) => void navigate({ search: (before) => ({ ...before, ...change }), replace: true })}
      onDeleted={() => void navigate({ to: '/build/detections/policies/', replace: true })}
    />
  );
}
