import { createFileRoute, notFound, useLocation } from '@tanstack/react-router';
import { DocPage } from '../../../features/documentation/doc-page.tsx';
import { loadPage } from '../../../features/documentation/pages.ts';
import { Page } from '../../../ui/layout/page.tsx';

/** The documentation that comes with the product; everybody who is signed in may read it. */
export const Route = createFileRoute('/_app/documentation/$page')({
  loader: async ({ params }) => {
    const text = await loadPage(params.page);
    if (text === undefined) throw notFound();
    return text;
  },
  component: Screen,
});

function Screen() {
  const { page } = Route.useParams();
  const text = Route.useLoaderData();
  const hash = useLocation({ select: (location) => location.hash });
  return (
    <Page title="Documentation" scroll>
      <DocPage name={page} text={text} place={hash} />
    </Page>
  );
}
