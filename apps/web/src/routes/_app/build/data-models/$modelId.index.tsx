import { createFileRoute, type SearchSchemaInput } from '@tanstack/react-router';
import { ModelPage, modelSections } from '../../../../features/data-models/model-page.tsx';
import { requirePermission } from '../../../../lib/route-guard.ts';
import { oneOf, readSearch, whole } from '../../../../lib/search-params.ts';

const readParams = readSearch({ section: oneOf(modelSections), version: whole(), against: whole() });

export const Route = createFileRoute('/_app/build/data-models/$modelId/')({
  beforeLoad: ({ context }) => requirePermission(context.session, ['RuleRead']),
  validateSearch: (raw: Parameters<typeof readParams>[0] & SearchSchemaInput) => readParams(raw),
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
