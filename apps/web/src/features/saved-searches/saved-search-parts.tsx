import type { ReactNode } from 'react';
import { OpenSavedSlot, SavedNameSlot, SaveSearchSlot } from '../../lib/saved-search.ts';
import { OpenSaved } from './open-saved.tsx';
import { SaveSearch } from './save-search.tsx';
import { SavedName } from './saved-name.tsx';

/** What screens that search show of saved searches: which one is open, the way to another, and saving. */
export function SavedSearchParts({ children }: { children: ReactNode }) {
  return (
    <SavedNameSlot.Fill with={SavedName}>
      <OpenSavedSlot.Fill with={OpenSaved}>
        <SaveSearchSlot.Fill with={SaveSearch}>{children}</SaveSearchSlot.Fill>
      </OpenSavedSlot.Fill>
    </SavedNameSlot.Fill>
  );
}
