import type { ReactNode } from 'react';
import type { SettingGroup } from './queries.ts';

/** What a group of settings shows beside its form, by its id: addresses to copy, a button that tries it out. */
export const groupParts: Readonly<Record<string, (group: SettingGroup) => ReactNode>> = {};
