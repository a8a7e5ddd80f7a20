import { createFileRoute } from '@tanstack/react-router';
import { HelperEditScreen } from '../../../../features/helpers/edit-screens.tsx';
import { helperSections } from '../../../../features/helpers/helper-editor-search.ts';
import { requirePermission } from '../../../../lib/route-guard.ts';
import { oneOf, readLinkSearch, whole } from '../../../../lib/search-params.ts';

const readParams = readLinkSearch({ section: oneOf(helperSections), version: whole(), against: whole() });

export const Route = createFileRoute('/_app/build/helpers/$helperId/edit')({
  beforeLoad: ({ context }) => requirePermission(context.session, ['RuleRead']),
  validateSearch: readParams,
  staticData: { workScreen: true },
  component: Screen,
});

function Screen() {
  const { helperId } = Route.useParams();
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <HelperEditScreen
      key={helperId}
      id={helperId}
      search={search}
      onSearch={(change) => void navigate({ search: (before) => ({ ...before, ...change }), replace: true })}
    />
  );
}
