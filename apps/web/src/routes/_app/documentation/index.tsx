import { createFileRoute, redirect } from '@tanstack/react-router';

export const Route = createFileRoute('/_app/documentation/')({
  beforeLoad: () => {
    throw redirect({ to: '/documentation/$page/', params: { page: 'sending-logs' }, replace: true });
  },
});
