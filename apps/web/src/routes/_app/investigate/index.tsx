import { createFileRoute, redirect } from '@tanstack/react-router';

/** Breadcrumbs link here; the group has no page of its own. */
export const Route = createFileRoute('/_app/investigate/')({
  beforeLoad: () => {
    throw redirect({ to: '/investigate/search/', replace: true });
  },
});
