import { createFileRoute } from '@tanstack/react-router';
import { modelSections } from '../../../../features/data-models/model-page-search.ts';
import { ModelPage } from '../../../../features/data-models/model-page.tsx';
import { requirePermission } from '../../../../lib/route-guard.ts';
import { oneOf, readLinkSearch, whole } from '../../../../lib/search-params.ts';

const readParams = readLinkSearch({ section: oneOf(modelSections), version: whole(), against: whole() });

export const Route = createFileRoute('/_app/build/data-models/$modelId/')({
  beforeLoad: ({ context }) => requirePermission(context.session, ['RuleRead']),
  validateSearch: readParams,
  component: Screen,
});

function Screen() {
  const { modelId } = Route.useParams();
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <ModelPage
      key={modelId}
      id={modelId}
      search={search}
      onSearch={(change) => void navigate({ search: (before) => ({ ...before, ...change }), replace: true })}
      onDeleted={() => void navigate({ to: '/build/data-models/', replace: true })}
    />
  );
}
