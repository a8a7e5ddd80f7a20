import type { Permission } from '@margay/auth';
import { bestMatches } from '@margay/kit';
import { detectionKindOf } from '@margay/model';
import type { Actor } from '../../api/actor.ts';
import type { Services } from '../../services.ts';
import { alertsAccess } from '../alerts/index.ts';
import { destinationsAccess } from '../destinations/index.ts';
import { detectionKindNames, detectionsAccess, mayUse, type ContentKind } from '../detections/index.ts';
import { logSourcesAccess } from '../log-sources/index.ts';
import { searchesAccess } from '../searches/index.ts';
import { usersAccess } from '../users/index.ts';

/** Something a person can go to by its name. */
export interface Place {
  kind: PlaceKindName;
  id: string;
  title: string;
  /** What tells it from others of its kind, such as the id of a detection; empty where the title says all. */
  note: string;
  /** When it came about, where that matters. */
  at: Date | null;
  /** What a search asked for; of searches only. */
  params: unknown;
}

export type PlaceServices = Pick<
  Services,
  'alerts' | 'destinations' | 'detections' | 'logSources' | 'schemas' | 'searches' | 'users'
>;

interface PlaceKind {
  /** One of them is enough to see places of this kind. */
  readBy: readonly Permission[];
  /** Those that fit best first; only kinds that are newest first answer an empty text. */
  find(services: PlaceServices, actor: Actor, text: string, limit: number): Promise<Omit<Place, 'kind'>[]>;
}

const place = (id: string, title: string, note = '', more: { at?: Date; params?: unknown } = {}) => ({
  id,
  title,
  note: note === title ? '' : note,
  at: more.at ?? null,
  params: more.params ?? null,
});

/** Detection content of some kinds. */
function content(readBy: readonly Permission[], kinds: readonly ContentKind[]): PlaceKind {
  return {
    readBy,
    async find({ detections }, actor, text, limit) {
      const own = kinds.filter((kind) => mayUse(actor, 'read', kind));
      if (text === '' || own.length === 0) return [];
      const found = await detections.named(own, text, limit);
      return found.map(({ id, displayName }) => place(id, displayName || id, id));
    },
  };
}

/** Everything of a short list. */
function listed<T>(
  readBy: readonly Permission[],
  list: (services: PlaceServices) => Promise<readonly T[]>,
  namesOf: (item: T) => [title: string, ...string[]],
  idOf: (item: T) => string,
): PlaceKind {
  return {
    readBy,
    async find(services, _actor, text, limit) {
      if (text === '') return [];
      return bestMatches(await list(services), text, namesOf, limit).map((item) => {
        const [title, note] = namesOf(item);
        return place(idOf(item), title, note);
      });
    },
  };
}

const judges = (what: 'events' | 'resources') =>
  detectionKindNames.filter(
    (kind) => (detectionKindOf(kind).judges === 'resources') === (what === 'resources'),
  );

/** The same is often asked several times; of the newest so many each text is shown once. */
const searchedAmong = 50;

/** What can be found by name, in the order in which kinds of equal fit are shown. */
export const placeKinds = {
  ALERT: {
    readBy: alertsAccess.read,
    async find({ alerts }, actor, text, limit) {
      const found = await alerts.named(actor, text, limit);
      return found.map(({ id, title, createdAt }) => place(id, title, id, { at: createdAt }));
    },
  },
  RULE: content(detectionsAccess.readRules, judges('events')),
  POLICY: content(detectionsAccess.readPolicies, judges('resources')),
  SAVED_SEARCH: content(detectionsAccess.readSavedQueries, ['SAVED_QUERY']),
  LOG_SOURCE: listed(
    logSourcesAccess.read,
    ({ logSources }) => logSources.list(),
    ({ label, logTypes, id }) => [label, logTypes.join(', '), id],
    ({ id }) => id,
  ),
  // They are shown beside the sources that have them.
  SCHEMA: listed(
    logSourcesAccess.read,
    ({ schemas }) => schemas.list(),
    ({ name }) => [name],
    ({ name }) => name,
  ),
  DESTINATION: listed(
    destinationsAccess.read,
    ({ destinations }) => destinations.list(),
    ({ displayName, outputType, outputId }) => [displayName, outputType, outputId],
    ({ outputId }) => outputId,
  ),
  HELPER: content(detectionsAccess.readRules, ['GLOBAL']),
  DATA_MODEL: content(detectionsAccess.readRules, ['DATA_MODEL']),
  PERSON: listed(
    usersAccess.list,
    ({ users }) => users.list(),
    ({ givenName, familyName, email }) => [`${givenName} ${familyName}`.trim() || email, email],
    ({ id }) => id,
  ),
  // Last: the word may stand anywhere in a long text.
  RECENT_SEARCH: {
    readBy: searchesAccess.search,
    async find({ searches }, actor, text, limit) {
      const { views } = await searches.history(actor, {
        authorIds: [actor.id],
        kinds: ['search', 'adhoc', 'pantherflow'],
        pageSize: searchedAmong,
        ...(text === '' ? {} : { contains: text }),
      });
      const records = views.map(({ record }) => record);
      const first = new Map(records.toReversed().map(({ id, params }) => [params.filters, id]));
      return records
        .filter(({ id, params }) => first.get(params.filters) === id)
        .slice(0, limit)
        .map(({ id, params, startedAt }) => place(id, params.filters, '', { at: startedAt, params }));
    },
  },
} satisfies Record<string, PlaceKind>;

export type PlaceKindName = keyof typeof placeKinds;
// The keys of `placeKinds` are the kinds.
export const placeKindNames = Object.keys(placeKinds) as PlaceKindName[];
