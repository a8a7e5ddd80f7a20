import { createFileRoute, redirect } from '@tanstack/react-router';

/** Breadcrumbs link here; the group has no page of its own. */
export const Route = createFileRoute('/_app/build/detections/rules/')({
  beforeLoad: () => {
    throw redirect({ to: '/build/detections/', replace: true });
  },
});
