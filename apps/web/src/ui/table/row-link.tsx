import { createContext, use } from 'react';
import type { MouseEvent, ReactNode } from 'react';
import styles from './row-link.module.css';

/** A page of the console, as the router's `linkOptions` checks it. */
export interface RowTarget {
  to: string;
  params?: object;
  search?: object;
}

/** Address of the page that the row around opens; undefined where it opens none. */
const RowAddress = createContext<string | undefined>(undefined);

export const RowAddressProvider = RowAddress;

/** What names a row is the link to its page: it opens in a new tab, and its address can be copied. */
export function RowLink({ children, className }: { children: ReactNode; className?: string | undefined }) {
  const address = use(RowAddress);
  if (address === undefined) return children;
  return (
    <a className={className ?? styles.rowLink} href={address} data-row-link>
      {children}
    </a>
  );
}

/** Whether a click asks for a tab or window of its own. */
export const asksForTab = (event: MouseEvent): boolean =>
  event.ctrlKey || event.metaKey || event.button === 1;

export function openInTab(address: string): void {
  window.open(address, '_blank', 'noopener');
}
