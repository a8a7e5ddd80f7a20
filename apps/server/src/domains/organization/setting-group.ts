import type { Permission } from '@margay/auth';
import type { SettingsDefinition } from '@margay/settings';
import type { Sql } from '@margay/store';
import type * as z from 'zod';
import type { Actor } from '../../api/actor.ts';

/**
 * Settings of the whole installation that are shown and saved together, as one tab of the general settings. The form, the
 * API, encryption of secrets and the audit entry follow from it.
 */
export interface SettingGroup<Schema extends z.ZodType = z.ZodType> extends SettingsDefinition {
  /** Stable: its key in the store, in the API and in the audit log. */
  id: string;
  /** Name of its tab. */
  title: string;
  /** One sentence above the form. */
  description: string;
  /** An object, or a union of objects, of `field()`s. What an installation begins with must be valid: give every setting a default. */
  settings: Schema;
  /** All of these are needed to change it. */
  changedBy: readonly Permission[];
}

/** What the domain of a group adds to its saving. */
export interface GroupHooks<Values> {
  /**
   * The values as they are to be kept, after their schema was checked: the place to look at what only the server knows.
   * Throws `InvalidInput` with `details.field`.
   */
  beforeSave?(change: { actor: Actor; before: Values; after: Values }): Promise<Values>;
  /** In the transaction that saves it: what has to become true with it. Throws where it must not be saved. */
  alongside?(tx: Sql, change: { actor: Actor; before: Values; after: Values }): Promise<void>;
}

export function defineSettingGroup<Schema extends z.ZodType>(
  group: SettingGroup<Schema>,
): SettingGroup<Schema> {
  return group;
}

/** A group as people see it. */
export interface ShownGroup {
  group: SettingGroup;
  /** Without secrets. */
  values: Readonly<Record<string, unknown>>;
  /** Names of secrets that are kept. */
  storedSecrets: readonly string[];
  /** Null until it is saved for the first time. */
  updatedAt: Date | null;
}
