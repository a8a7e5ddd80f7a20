import { createFileRoute } from '@tanstack/react-router';
import { ErrorPage } from '../../shell/error-page.tsx';

/** Any path that matches no other route. */
export const Route = createFileRoute('/_app/$')({ component: () => <ErrorPage status={404} /> });
