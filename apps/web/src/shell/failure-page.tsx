import { useRouter } from '@tanstack/react-router';
import type { ErrorComponentProps } from '@tanstack/react-router';
import { useEffect } from 'react';
import { RequestError } from '../lib/graphql/request-error.ts';
import { reportError } from '../lib/report-error.ts';
import { AuthError } from '../lib/session/auth-client.ts';
import { ErrorPage } from './error-page.tsx';

/** The error page for what a route threw. Anything that is no answer of the server is a fault of the console: 500. */
export function FailurePage({ error, reset }: ErrorComponentProps) {
  const router = useRouter();
  const isAnswer = error instanceof RequestError || error instanceof AuthError;
  const status = isAnswer ? error.status || 'unknown' : 500;
  useEffect(() => {
    if (!isAnswer) reportError(error, 'route');
  }, [error, isAnswer]);
  return (
    <ErrorPage
      status={status}
      onRetry={() => {
        reset();
        void router.invalidate();
      }}
    />
  );
}
