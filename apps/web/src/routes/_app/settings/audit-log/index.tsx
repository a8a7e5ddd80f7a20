import { createFileRoute } from '@tanstack/react-router';
import { AuditLogScreen } from '../../../../features/audit-log/audit-log-screen.tsx';
import { readAuditSearch } from '../../../../features/audit-log/audit-search.ts';
import { requirePermission } from '../../../../lib/route-guard.ts';
import { listChange } from '../../../../lib/search-params.ts';

export const Route = createFileRoute('/_app/settings/audit-log/')({
  beforeLoad: ({ context }) => requirePermission(context.session, ['UserModify']),
  validateSearch: readAuditSearch,
  component: Screen,
});

function Screen() {
  const navigate = Route.useNavigate();
  return (
    <AuditLogScreen search={Route.useSearch()} onSearch={(change) => void navigate(listChange(change))} />
  );
}
