import { useSyncExternalStore } from 'react';
import type { ServerMonitor } from '../lib/server-health.ts';
import { Spinner } from '../ui/marks/spinner.tsx';
import styles from './shell.module.css';

/** A line over the page while the server does not answer. What is on screen stays. */
export function ReconnectingBanner({ server }: { server: ServerMonitor }) {
  const health = useSyncExternalStore(server.subscribe, server.state);
  if (health === 'ready') return null;
  return (
    <div className={styles.banner} role="status">
      <Spinner />
      Reconnecting. The server does not answer; what you see may be out of date.
    </div>
  );
}
