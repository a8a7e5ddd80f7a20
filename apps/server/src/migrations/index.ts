import type { Migration } from '@margay/store';
import { access } from './0001-access.ts';

/** The one ordered list of state changes. A migration is never edited once it has been released. */
export const migrations: readonly Migration[] = [access];
