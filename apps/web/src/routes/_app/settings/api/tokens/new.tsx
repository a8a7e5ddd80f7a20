import { createFileRoute } from '@tanstack/react-router';
import { NewTokenScreen } from '../../../../../features/api-tokens/edit-screens.tsx';
import { requirePermission } from '../../../../../lib/route-guard.ts';

export const Route = createFileRoute('/_app/settings/api/tokens/new')({
  beforeLoad: ({ context }) => requirePermission(context.session, ['OrganizationAPITokenModify']),
  component: NewTokenScreen,
});
