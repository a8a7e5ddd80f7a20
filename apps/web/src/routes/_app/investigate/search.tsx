import { createFileRoute } from '@tanstack/react-router';

export const Route = createFileRoute('/_app/investigate/search')({
  component: RouteComponent,
});

function RouteComponent() {
  return <div>Hello "/_app/investigate/search"!</div>;
}
