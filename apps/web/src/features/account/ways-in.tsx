import type { ReactNode } from 'react';
import type { SingleSignOnFacts } from '../../lib/session/auth-replies.ts';
import styles from './account.module.css';
import { AccountTitle } from './account-layout.tsx';
import { SsoButton } from './sso-button.tsx';

/** Email and password (`children`), single sign-on, or one of them. */
export function WaysIn(props: {
  facts: SingleSignOnFacts | undefined;
  /** Shows the password although others come by the identity provider only. */
  isLocal: boolean;
  children: ReactNode;
}) {
  const { facts, isLocal, children } = props;
  if (!facts?.enabled) return children;
  if (facts.ssoOnly && !isLocal)
    return (
      <div className={styles.ways}>
        <AccountTitle title="Sign in">with the account of your organization</AccountTitle>
        <SsoButton facts={facts} isOnlyWay />
      </div>
    );
  return (
    <div className={styles.ways}>
      {children}
      <span className={styles.or} aria-hidden>
        or
      </span>
      <SsoButton facts={facts} isOnlyWay={false} />
    </div>
  );
}
