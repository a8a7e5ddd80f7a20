import { createFileRoute } from '@tanstack/react-router';

/** The page above shows its first section. */
export const Route = createFileRoute('/_app/alerts-and-errors/$alertId/')({ component: () => null });
