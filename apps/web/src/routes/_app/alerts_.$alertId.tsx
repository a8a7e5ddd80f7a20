import { createFileRoute, redirect } from '@tanstack/react-router';

export const Route = createFileRoute('/_app/alerts_/$alertId')({
  beforeLoad: ({ params }) => {
    throw redirect({ to: '/alerts-and-errors/$alertId/', params, replace: true });
  },
});
