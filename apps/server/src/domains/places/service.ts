import { holdsAny } from '@margay/auth';
import type { Actor } from '../../api/actor.ts';
import { placeKindNames, placeKinds, type Place, type PlaceServices } from './place-kinds.ts';

export interface PlacesService {
  /**
   * What this person may see under a name or id, kind by kind, in each kind what fits best first. For an empty text the
   * newest alerts and the person's own newest searches.
   */
  find(actor: Actor, text: string, limitPerKind: number): Promise<Place[]>;
}

/** Nobody looks for more by its name; what is longer was pasted by mistake. */
const longestText = 200;

export function createPlacesService(services: PlaceServices): PlacesService {
  return {
    async find(actor, text, limit) {
      // No name holds this character, and the store refuses to look for it.
      if (text.includes('\0')) return [];
      const wanted = text.trim().slice(0, longestText);
      const visible = placeKindNames.filter((kind) => holdsAny(actor.permissions, placeKinds[kind].readBy));
      const found = await Promise.all(
        visible.map(async (kind) => {
          const places = await placeKinds[kind].find(services, actor, wanted, limit);
          return places.map((place): Place => ({ kind, ...place }));
        }),
      );
      return found.flat();
    },
  };
}
