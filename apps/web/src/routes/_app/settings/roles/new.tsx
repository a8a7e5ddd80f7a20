import { createFileRoute } from '@tanstack/react-router';
import { NewRoleScreen } from '../../../../features/roles/edit-screens.tsx';
import { requirePermission } from '../../../../lib/route-guard.ts';
import { readLinkSearch, text } from '../../../../lib/search-params.ts';

const readParams = readLinkSearch({ clone: text() });

export const Route = createFileRoute('/_app/settings/roles/new')({
  beforeLoad: ({ context }) => requirePermission(context.session, ['UserModify']),
  validateSearch: readParams,
  component: Screen,
});

function Screen() {
  const { clone } = Route.useSearch();
  return <NewRoleScreen clone={clone} />;
}
