import type { JobDefinition } from '@margay/jobs';
import type { SecretBox } from '@margay/auth';
import type { Logger } from '@margay/kit';
import type { Migration } from '@margay/store';
import type { Hono } from 'hono';
import type { GraphqlParts } from '../api/builder.ts';
import type { ApiEnv } from '../api/http-parts.ts';
import type { Config } from '../config.ts';
import type { AlertWriter, SignalFeed } from '../findings/index.ts';
import type { Services } from '../services.ts';
import type { Engines } from '../engines/engines.ts';

/** What every domain may build on, beside the services it names. */
export interface Ground extends Engines {
  config: Config;
  secrets: SecretBox;
  clock: () => Date;
  logger: Logger;
  alertWriter: AlertWriter;
  signals: SignalFeed;
}

/** What a domain adds to a running process. */
export interface Created {
  /** What resolvers, routes and later domains see. */
  services?: Partial<Services>;
  /** Background work, done where the role `jobs` runs. */
  jobs?: readonly JobDefinition<never>[];
  /** Ends what it began; the engines still answer. */
  close?(): Promise<void>;
}

/**
 * GraphQL types that other domains build on, by the domain that makes them. A domain adds its own beside its definition:
 * `declare module '../../domain-contract/define-domain.ts' { interface GraphqlTypes { roles: ReturnType<typeof roleTypes> } }`.
 */
// oxlint-disable-next-line typescript/no-empty-interface, typescript/no-empty-object-type -- the domains fill it
export interface GraphqlTypes {}

/** One domain as the process sees it: all that it adds, none of it anywhere else. */
export interface Domain {
  name: string;
  /** Domains whose front door its files import; `npm run check` allows no others. */
  buildsOn: readonly string[];
  /** Services that `create` asks for; they are made before it. */
  needs: readonly (keyof Services)[];
  /** Domains whose GraphQL types its own build on; they come before it. */
  usesTypes: readonly (keyof GraphqlTypes)[];
  graphql?(parts: GraphqlParts, types: GraphqlTypes): unknown;
  /** Routes below `/internal/` and `/auth/`; the caller is known to them. */
  rest?(app: Hono<ApiEnv>): void;
  /** Tables of its own; see `stateMigrations`. */
  migrations: readonly Migration[];
  create?(given: Ground & Services): Created | Promise<Created>;
}

interface Definition<Name extends string, Need extends keyof Services, Used extends keyof GraphqlTypes> {
  name: Name;
  buildsOn?: readonly string[];
  needs?: readonly Need[];
  usesTypes?: readonly Used[];
  graphql?(
    parts: GraphqlParts,
    types: Pick<GraphqlTypes, Used>,
  ): Name extends keyof GraphqlTypes ? GraphqlTypes[Name] : void;
  rest?(app: Hono<ApiEnv>): void;
  migrations?: readonly Migration[];
  create?(given: Ground & Pick<Services, Need>): Created | Promise<Created>;
}

/**
 * Says what a domain consists of. `create` is given the services in `needs` and no others, `graphql` the types of the
 * domains in `usesTypes` and no others; a domain that others build on must return its types.
 */
export function defineDomain<
  const Name extends string,
  Need extends keyof Services = never,
  Used extends keyof GraphqlTypes = never,
>(definition: Definition<Name, Need, Used>): Domain {
  return { buildsOn: [], needs: [], usesTypes: [], migrations: [], ...definition };
}
