import { createFileRoute, notFound } from '@tanstack/react-router';
import { sectionOf } from '../../../features/alerts/page/sections.ts';

/** The page above shows the section of this name. */
export const Route = createFileRoute('/_app/alerts-and-errors/$alertId/$section')({
  beforeLoad({ params }) {
    if (!sectionOf(params.section)) throw notFound();
  },
  component: () => null,
});
