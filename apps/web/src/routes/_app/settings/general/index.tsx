import { createFileRoute } from '@tanstack/react-router';
import { GeneralSettings } from '../../../../features/general-settings/general-settings.tsx';
import { requirePermission } from '../../../../lib/route-guard.ts';

export const Route = createFileRoute('/_app/settings/general/')({
  beforeLoad: ({ context }) =>
    requirePermission(context.session, ['GeneralSettingsRead', 'RuleRead', 'PolicyRead']),
  component: GeneralSettings,
});
