import { createFileRoute } from '@tanstack/react-router';
import { RoleEditScreen } from '../../../../features/roles/edit-screens.tsx';
import { requirePermission } from '../../../../lib/route-guard.ts';

export const Route = createFileRoute('/_app/settings/roles/$roleId/edit')({
  beforeLoad: ({ context }) => requirePermission(context.session, ['UserRead']),
  component: Screen,
});

function Screen() {
  const { roleId } = Route.useParams();
  return <RoleEditScreen key={roleId} id={roleId} />;
}
