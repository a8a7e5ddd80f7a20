import { permissionInfos } from '@margay/auth/permissions';
import { normalisePermissions } from '../../lib/permissions.ts';
import { Badge } from '../../ui/marks/badge.tsx';
import { Time, useNow } from '../../ui/marks/time.tsx';
import styles from './api-tokens.module.css';
import type { ApiToken } from './queries.ts';

/** What the permissions of a token are called, in the order of the form. */
export function permissionLabels(token: Pick<ApiToken, 'permissions'>): string[] {
  const held = normalisePermissions(token.permissions);
  return permissionInfos.filter(({ name }) => held.has(name)).map(({ label }) => label);
}

/** No network is left out: none is named, or one that holds all of IPv4 or of IPv6. */
export const isAnywhere = (networks: readonly string[]): boolean =>
  networks.length === 0 || networks.some((network) => network.trim().endsWith('/0'));

const shown = 2;
/** The networks a token may be used from, in the words of a cell. */
export function networksText(networks: readonly string[]): string {
  if (isAnywhere(networks)) return 'Anywhere';
  const more = networks.length - shown;
  return [...networks.slice(0, shown), ...(more > 0 ? [`+${more}`] : [])].join(', ');
}

const soonMs = 14 * 86_400_000;

/** When a token ends: never, a day, soon, or already. */
export function Expiry({ at }: { at: string | null }) {
  const now = useNow().getTime();
  if (at === null) return <span className={styles.quiet}>Never</span>;
  const left = Date.parse(at) - now;
  return (
    <span className={styles.expiry}>
      <Time at={at} />
      {left <= 0 && <Badge tone="danger">Expired</Badge>}
      {left > 0 && left < soonMs && <Badge tone="warning">Soon</Badge>}
    </span>
  );
}
