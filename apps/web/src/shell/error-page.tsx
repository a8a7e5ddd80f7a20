import { useRouter, useRouterState } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { FailureStatus } from '../lib/graphql/request-error.ts';
import { usePermission, useUser } from '../lib/session/session-context.tsx';
import { Button } from '../ui/inputs/button.tsx';
import { Eyes } from '../ui/marks/logo.tsx';
import { rolesScreen, screenExists } from './navigation.ts';
import { PathLink } from './path-link.tsx';
import styles from './shell.module.css';

interface Words {
  title: string;
  text?: ReactNode;
  /** Wording of the link to the root. */
  home?: string;
}

const unknownWords: Words = {
  title: 'Unable to Fetch Data',
  text: (
    <>
      This may have one of these causes:
      <ul className={styles.errorCauses}>
        <li>A firewall blocks the request</li>
        <li>The server is not responding</li>
        <li>The network is unstable</li>
      </ul>
    </>
  ),
};

function wordsOf(status: FailureStatus, forbidden: ReactNode): Words {
  const words: Record<FailureStatus, Words> = {
    403: {
      title: "Oops! You don't have the proper permissions to view this page.",
      text: forbidden,
      home: 'Back to Home',
    },
    404: {
      title: 'Not all who wander are lost...',
      text: '( You definitely are though )',
      home: 'Back to Home',
    },
    422: { title: 'Some requests could not be processed' },
    500: {
      title: 'Something went wrong',
      text: 'An error has occurred and our team has been notified',
      home: 'Back to somewhere stable',
    },
    502: { title: 'Bad Gateway' },
    503: { title: 'Service Unavailable' },
    504: { title: 'Gateway Timeout' },
    unknown: unknownWords,
  };
  return words[status] ?? unknownWords;
}

/** Stands in place of a screen, inside the shell. `onRetry` where trying again makes sense. */
export function ErrorPage({ status, onRetry }: { status: FailureStatus; onRetry?: () => void }) {
  const path = useRouterState({ select: (state) => state.location.pathname });
  const canGoHome = usePermission('SummaryRead');
  const words = wordsOf(status, <ForbiddenText />);
  const isFinal = status === 403 || status === 404;
  return (
    <div className={styles.errorPage} role="alert">
      <Eyes height={96} />
      <h1 className={styles.errorTitle}>{words.title}</h1>
      {words.text && <div className={styles.errorText}>{words.text}</div>}
      <p className={styles.errorWhere}>
        {status} {path}
      </p>
      <div className={styles.errorActions}>
        {onRetry && !isFinal && <Button onClick={onRetry}>Try again</Button>}
        {words.home && canGoHome && <HomeLink>{words.home}</HomeLink>}
      </div>
    </div>
  );
}

function HomeLink({ children }: { children: ReactNode }) {
  return (
    <PathLink href="/" className={styles.homeLink}>
      {children}
    </PathLink>
  );
}

function ForbiddenText() {
  const user = useUser();
  const isAdmin = usePermission('UserModify');
  const limited = user?.isLimitedByLogType === true;
  const hasRoles = screenExists(useRouter(), rolesScreen);
  return (
    <>
      {limited && <p>This may also be caused by a restriction on the log types you have access to.</p>}
      {limited && isAdmin && hasRoles ? (
        <p>
          See the <PathLink href={rolesScreen.path}>list of roles</PathLink>.
        </p>
      ) : (
        <p>Contact an admin to get access.</p>
      )}
    </>
  );
}
