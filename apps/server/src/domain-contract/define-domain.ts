import type { SecretBox } from '@margay/auth';
import type { HostCalls } from '@margay/detect';
import type { JobDefinition } from '@margay/jobs';
import type { HttpClient, Logger } from '@margay/kit';
import type { MailSender } from '@margay/mail';
import type { ObjectStore } from '@margay/objects';
import type { Changes, Migration } from '@margay/store';
import type { GraphqlParts } from '../api/builder.ts';
import type { RestRoutes } from '../api/rest-routes.ts';
import type { Config, Role } from '../config.ts';
import type { Engines } from '../engines/engines.ts';
import type { SignalFeed } from '../findings/index.ts';
import type { AccessTokens } from '../oauth-tokens/access-tokens.ts';
import type { OutgoingReach } from '../outgoing-reach.ts';
import type { Services } from '../services.ts';
import type { TextReader } from '../typed-text/reader.ts';

/** What every domain may build on, beside the services it names. */
export interface Ground extends Engines {
  config: Config;
  secrets: SecretBox;
  clock: () => Date;
  logger: Logger;
  /** What other processes changed. */
  changes: Changes;
  /** Reads what people type, beside the main thread. */
  texts: TextReader;
  /** Files that all processes read. */
  objects: ObjectStore;
  /** Asks other systems; refuses private addresses unless they are allowed. */
  http: HttpClient;
  /** For clients of a domain's own, which keep to the same rule. */
  reach: OutgoingReach;
  /** Gives mail to a server, with the same rule on addresses. */
  mailSender: MailSender;
  /** Access tokens of log sources and destinations. */
  tokens: AccessTokens;
  signals: SignalFeed;
  /** What rules may ask for, for engines of a domain's own. Answers once the domains stand. */
  hostCalls: HostCalls;
  /** Of this process among those that share the state store; new with every start. */
  processId: string;
  /** Address of the console, as links to it begin. */
  consoleUrl(): string;
}

/** Roles in which queued work is done. */
export type JobRole = Extract<Role, 'alert' | 'jobs'>;

/** Work that goes on as long as the server, where the server has the role. */
export interface LongWork {
  role: Role;
  /** Called once the domains and the pipeline are there. What it throws ends the start of the server. */
  start(): void | Promise<void>;
  /** Ends what `start` began, and resolves when it is over; every engine and service still answers. */
  stop(): Promise<void>;
}

/** What a domain adds to a running process. */
export interface Created {
  /** What resolvers, routes, roles and later domains see. */
  services?: Partial<Services>;
  /** Answers to what rules ask for. */
  hostCalls?: Partial<HostCalls>;
  /** Queued work, done in the `jobRole` of the definition. */
  jobs?: readonly JobDefinition<never>[];
  runs?: readonly LongWork[];
  /**
   * Puts in the store what has to be there before anything is served: what ships with the product, what the settings ask
   * for. Of processes that share the store, one at a time does it.
   */
  seed?(): Promise<void>;
  /** Ends at once what requests wait for, because the server is about to stop answering. Called more than once. */
  interrupt?(): void;
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
  /** Routes at the paths of `api/http.ts`, most of them below `/internal/` and `/auth/`; the caller is known to them. */
  rest?(routes: RestRoutes): void;
  /** Tables of its own; see `stateMigrations`. */
  migrations: readonly Migration[];
  jobRole: JobRole;
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
  rest?(routes: RestRoutes): void;
  migrations?: readonly Migration[];
  jobRole?: JobRole;
  create?(given: Ground & Pick<Services, Need>): Created | Promise<Created>;
}

/**
 * Says what a domain consists of. `create` is given the services in `needs` and no others, `graphql` the types of the
 * domains in `usesTypes` and no others; a domain that others build on must return its types. Its jobs are done in the
 * role `jobs` where `jobRole` names no other.
 */
export function defineDomain<
  const Name extends string,
  Need extends keyof Services = never,
  Used extends keyof GraphqlTypes = never,
>(definition: Definition<Name, Need, Used>): Domain {
  return { buildsOn: [], needs: [], usesTypes: [], migrations: [], jobRole: 'jobs', ...definition };
}
