import { createFileRoute, redirect } from '@tanstack/react-router';

/** Breadcrumbs link here; a helper has one page, its editor. */
export const Route = createFileRoute('/_app/build/helpers/$helperId/')({
  beforeLoad: ({ params }) => {
    throw redirect({ to: '/build/helpers/$helperId/edit/', params, replace: true });
  },
});
