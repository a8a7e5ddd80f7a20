import { Link } from '@tanstack/react-router';
import { IconArrowLeft } from '../../ui/icons.ts';
import styles from './account.module.css';

/** Above the title of the pages that lead away from sign-in. */
export function BackToSignIn() {
  return (
    <Link to="/sign-in/" className={styles.back}>
      <IconArrowLeft size={14} stroke={1.5} aria-hidden />
      Back to sign in
    </Link>
  );
}
