import { createFileRoute, redirect } from '@tanstack/react-router';

/** A role has no page of its own: its form shows all of it. */
export const Route = createFileRoute('/_app/settings/roles/$roleId/')({
  beforeLoad: () => {
    throw redirect({ to: '/settings/roles/', replace: true });
  },
});
