import { createFileRoute, useRouter } from '@tanstack/react-router';
import { readUserSearch } from '../../../../features/users/user-list-search.ts';
import { UsersScreen } from '../../../../features/users/users-screen.tsx';
import { requirePermission } from '../../../../lib/route-guard.ts';
import { listChange } from '../../../../lib/search-params.ts';

export const Route = createFileRoute('/_app/settings/users/')({
  beforeLoad: ({ context }) => requirePermission(context.session, ['UserRead', 'UserModify']),
  validateSearch: readUserSearch,
  component: Screen,
});

function Screen() {
  const navigate = Route.useNavigate();
  const router = useRouter();
  return (
    <UsersScreen
      search={Route.useSearch()}
      onSearch={(change) => {
        // A panel also closes because the path has changed; then the person is on the way elsewhere already.
        if (router.latestLocation.pathname.startsWith('/settings/users')) void navigate(listChange(change));
      }}
    />
  );
}
