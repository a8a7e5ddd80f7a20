import { createFileRoute } from '@tanstack/react-router';
import { FirstSteps } from '../../../features/getting-started/first-steps.tsx';
import { Page, PageHeader } from '../../../ui/layout/page.tsx';

/** Everybody may see how far the installation is; each step shows to whoever may read what it is about. */
export const Route = createFileRoute('/_app/getting-started/')({ component: Screen });

function Screen() {
  return (
    <Page title="Getting started" scroll>
      <PageHeader title="Getting started" />
      <FirstSteps title="From the first log line to the first alert" />
    </Page>
  );
}
