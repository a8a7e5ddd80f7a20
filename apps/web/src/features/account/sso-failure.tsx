import { Link } from '@tanstack/react-router';
import { Note } from '../../ui/layout/note.tsx';
import { AccountLayout, AccountTitle } from './account-layout.tsx';
import styles from './account.module.css';

/** Nobody is signed in after the way over the identity provider. */
export function SsoFailure({ message }: { message: string }) {
  return (
    <AccountLayout title="Single sign-on">
      <AccountTitle title="You are not signed in" />
      <div className={styles.said}>
        <Note tone="danger">{message}</Note>
        <Link to="/sign-in/" className={styles.back}>
          Back to sign in
        </Link>
      </div>
    </AccountLayout>
  );
}
