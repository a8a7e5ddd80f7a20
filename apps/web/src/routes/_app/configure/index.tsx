import { createFileRoute, redirect } from '@tanstack/react-router';

/** Breadcrumbs link here; the group has no page of its own. */
export const Route = createFileRoute('/_app/configure/')({
  beforeLoad: () => {
    throw redirect({ to: '/configure/log-sources/', replace: true });
  },
});
