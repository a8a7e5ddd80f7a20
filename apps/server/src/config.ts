import { invalidInput, parseIpNetwork, type IpNetwork } from '@margay/kit';
import { readS3Address, type ObjectsTarget, type S3Address } from '@margay/objects';
import { resolve } from 'node:path';
import * as z from 'zod';
import { readFeatureFlags, type FeatureFlags } from './feature-flags.ts';

/** Roles one process can take. All of them in one process is the default. */
export const roles = ['api', 'ingest', 'detect', 'alert', 'jobs'] as const;
export type Role = (typeof roles)[number];

const url = (protocols: string[]) =>
  z.string().refine((text) => URL.canParse(text) && protocols.includes(new URL(text).protocol), {
    error: `must be a URL that starts with ${protocols.map((protocol) => `${protocol}//`).join(' or ')}`,
  });
const port = z.coerce.number({ error: 'must be a port number' }).int().min(0).max(65_535);
const megabytes = (fallback: number) =>
  z.coerce.number({ error: 'must be a number of megabytes' }).positive().default(fallback);
const flag = (fallback: boolean) =>
  z
    .enum(['true', 'false', '1', '0'], { error: 'must be true or false' })
    .default(fallback ? 'true' : 'false')
    .transform((text) => text === 'true' || text === '1');

/** Every setting: its name in the environment, its default, and what it does. Nothing else reads the environment. */
export const settings = {
  MARGAY_DATA_DIR: z
    .string()
    .default('./.margay')
    .describe('Folder for everything the embedded engines keep.'),
  MARGAY_HOST: z.string().default('127.0.0.1').describe('Address to listen on.'),
  MARGAY_PORT: port.default(8080).describe('Port to listen on; 0 takes a free one.'),
  MARGAY_URL: url(['http:', 'https:'])
    .optional()
    .describe('Public URL of the console, used in links. Default: the address listened on.'),
  MARGAY_TRUSTED_PROXIES: z
    .string()
    .transform((text, context): IpNetwork[] =>
      text
        .split(/[\s,]+/)
        .filter(Boolean)
        .map((part) => {
          const network = parseIpNetwork(part);
          if (network !== undefined) return network;
          context.addIssue({
            code: 'custom',
            message: `holds "${part}", which is no address and no network like 10.0.0.0/8`,
          });
          return z.NEVER;
        }),
    )
    .optional()
    .describe(
      'Addresses and networks of your reverse proxies, comma-separated: what they say of the caller (`X-Forwarded-For`, `X-Forwarded-Proto`) is believed. Default: nobody. See [reverse proxy](reverse-proxy.md).',
    ),
  CLICKHOUSE_URL: url(['http:', 'https:'])
    .optional()
    .describe('ClickHouse server for the data lake. Default: embedded.'),
  MARGAY_LAKE_CLUSTER: z
    .string()
    .regex(/^[A-Za-z_][A-Za-z0-9_.-]{0,99}$/, { error: 'must be the name of a cluster' })
    .optional()
    .describe(
      'Name of the ClickHouse cluster, as its servers know it, that the data lake is spread over; `CLICKHOUSE_URL` is then any of its servers, or what balances between them. Default: one server. See [several machines](cluster.md).',
    ),
  DATABASE_URL: url(['postgres:', 'postgresql:'])
    .optional()
    .describe('PostgreSQL server for the state. Default: embedded.'),
  NATS_URL: z
    .string()
    .refine((text) => text.split(',').every((one) => /^(nats|tls):\/\/./.test(one.trim())), {
      error: 'must be addresses that start with nats:// or tls://, comma-separated',
    })
    .optional()
    .describe(
      'NATS servers with JetStream, comma-separated, for the event buffer that several processes share. Default: a folder of this process. See [NATS](nats.md).',
    ),
  MARGAY_NATS_REPLICAS: z.coerce
    .number({ error: 'must be a number' })
    .int()
    .min(1)
    .max(5)
    .default(1)
    .describe('How many NATS servers keep each batch.'),
  MARGAY_OBJECTS_URL: z
    .string()
    .transform((text, context): S3Address => {
      const address = readS3Address(text);
      if (typeof address !== 'string') return address;
      context.addIssue({ code: 'custom', message: address });
      return z.NEVER;
    })
    .optional()
    .describe(
      'S3-compatible storage for files that one process writes and another one reads, as `s3://bucket/prefix?endpoint=https://host&region=name`. Default: the data folder. See [several machines](cluster.md).',
    ),
  AWS_ACCESS_KEY_ID: z
    .string()
    .optional()
    .describe('Access key for that storage. Default: the role of the pod or machine.'),
  AWS_SECRET_ACCESS_KEY: z.string().optional().describe('Secret of that access key.'),
  AWS_SESSION_TOKEN: z.string().optional().describe('Token of a session, where the access key is of one.'),
  AWS_REGION: z
    .string()
    .optional()
    .describe('Region of that storage, when its address names none. Default: `us-east-1`.'),
  MARGAY_ROLES: z
    .string()
    .default(roles.join(','))
    .transform((text) => text.split(',').map((role) => role.trim()))
    .pipe(z.array(z.enum(roles, { error: `must be a comma-separated list of ${roles.join(', ')}` })).min(1))
    .describe(
      'What this process does: `api` serves console and API, `ingest` takes events in, `detect` stores and judges them, `alert` delivers alerts, `jobs` runs what the clock starts. See [several processes](cluster.md).',
    ),
  MARGAY_ADMIN_EMAIL: z
    .string()
    .email({ error: 'must be an email address' })
    .optional()
    .describe('First administrator, made on the first start.'),
  MARGAY_ADMIN_PASSWORD: z.string().optional().describe('Password of the first administrator.'),
  MARGAY_SECRET_KEY: z
    .string()
    .min(32, { error: 'must have at least 32 characters' })
    .optional()
    .describe(
      'Key that protects stored secrets and sessions; the same for all processes on one state. Default: a file made in the data folder on the first start.',
    ),
  MARGAY_SECRET_KEY_IS_NEW: flag(false).describe(
    'Starts with another secret key than the state was sealed with. For one start, when the old key is lost: secrets of log sources and destinations must be entered again.',
  ),
  MARGAY_LOG_LEVEL: z
    .enum(['debug', 'info', 'warn', 'error', 'silent'])
    .default('warn')
    .describe('How much the server logs.'),
  MARGAY_METRICS_TOKEN: z
    .string()
    .min(8, { error: 'must have at least 8 characters' })
    .optional()
    .describe('Token that GET /metrics asks for. Default: GET /metrics is off.'),
  MARGAY_METRICS_PORT: port
    .optional()
    .describe(
      'Port of this machine (127.0.0.1) where GET /metrics needs no token; 0 takes a free one. Default: none.',
    ),
  MARGAY_ALLOW_PRIVATE_DESTINATIONS: flag(false).describe(
    'Lets destinations and sources that are pulled call private and loopback addresses, until the [general settings](general-settings.md) decide it.',
  ),
  MARGAY_PYTHON_WORKERS: z.coerce
    .number()
    .int()
    .min(1)
    .max(64)
    .optional()
    .describe('Python workers. Default: one for each core but one.'),
  MARGAY_PYTHON_PROCESSES: z.coerce
    .number()
    .int()
    .min(1)
    .max(64)
    .default(8)
    .describe(
      'Python processes at a time. Rules of people with different access to log types never share one; with more of them they take turns.',
    ),
  MARGAY_PYTHON_MEMORY_MB: megabytes(512).describe('Memory one Python worker may use.'),
  MARGAY_SPOOL_MB: megabytes(4096).describe(
    'Accepted but unprocessed data kept on disk before senders are told to wait.',
  ),
  MARGAY_MAX_BATCH_MB: megabytes(512).describe(
    'Largest request body accepted by a log source, after decompression.',
  ),
  MARGAY_SEARCH_MEMORY_MB: z.coerce
    .number({ error: 'must be a number of megabytes' })
    .min(256, { error: 'must be at least 256' })
    .optional()
    .describe(
      'Memory that all queries of the data lake may take together. Default: half of the machine or container; with `CLICKHOUSE_URL` what the server allows.',
    ),
  MARGAY_RETENTION_DAYS: z.coerce
    .number()
    .int()
    .min(1)
    .default(365)
    .describe(
      'Days that events, matches and signals stay searchable, counted from the day they arrive, until the [general settings](general-settings.md) decide it.',
    ),
  MARGAY_AUDIT_RETENTION_DAYS: z.coerce
    .number()
    .int()
    .min(30)
    .default(1_827)
    .describe(
      'Days that entries of the audit log stay; five years where nothing is said. The events of the log type Panther.Audit go with the other events.',
    ),
  MARGAY_SIGNAL_FEED_DAYS: z.coerce
    .number()
    .int()
    .min(1)
    .default(16)
    .describe(
      'Days that signals stay in the feed others read from, beside the lake: a little more than the longest look back of a correlation rule.',
    ),
  MARGAY_SIGNAL_FEED_ENTRIES: z.coerce
    .number()
    .int()
    .min(1_000)
    .default(1_000_000)
    .describe('Most signals in that feed; the oldest go first. One takes some 2 kB, at most 22 kB.'),
  MARGAY_WATCHDOG_SECONDS: z.coerce
    .number({ error: 'must be a number of seconds' })
    .min(0)
    .default(10)
    .describe(
      'A server whose event loop stands still for so long is ended and started again; 0 switches this off, for instance while a debugger halts it.',
    ),
  MARGAY_FEATURE_FLAGS: z
    .string()
    .default('')
    .transform((text, context): FeatureFlags => {
      const flags = readFeatureFlags(text);
      if (typeof flags !== 'string') return flags;
      context.addIssue({ code: 'custom', message: flags });
      return z.NEVER;
    })
    .describe('Parts of the console to turn on or off, as `NAME=on,NAME=off`.'),
} as const;

type Raw = { [Name in keyof typeof settings]: z.output<(typeof settings)[Name]> };

export interface Config {
  dataDir: string;
  host: string;
  port: number;
  publicUrl: string | undefined;
  trustedProxies: readonly IpNetwork[];
  clickhouseUrl: string | undefined;
  /** The cluster that the ClickHouse server is one of. */
  lakeCluster: string | undefined;
  databaseUrl: string | undefined;
  nats: { url: string; replicas: number } | undefined;
  /** Where files are that one process writes and another one reads. */
  objects: ObjectsTarget;
  roles: Role[];
  admin: { email: string; password: string } | undefined;
  secretKey: string | undefined;
  /** The state may have been sealed with another key, which is lost. */
  isSecretKeyNew: boolean;
  logLevel: Raw['MARGAY_LOG_LEVEL'];
  metricsToken: string | undefined;
  metricsPort: number | undefined;
  allowPrivateDestinations: boolean;
  pythonWorkers: number | undefined;
  pythonProcesses: number;
  pythonMemoryBytes: number;
  spoolBytes: number;
  maxBatchBytes: number;
  searchMemoryBytes: number | undefined;
  retentionDays: number;
  auditRetentionDays: number;
  /** How long and how many signals stay in the feed. */
  signalFeed: { days: number; entries: number };
  /** Undefined: nothing watches the event loop. */
  watchdogMs: number | undefined;
  featureFlags: FeatureFlags;
}

const megabyte = 1024 * 1024;

function objectsOf(values: Raw): ObjectsTarget {
  const { MARGAY_OBJECTS_URL: address, AWS_ACCESS_KEY_ID: id, AWS_SECRET_ACCESS_KEY: secret } = values;
  if (address === undefined) return { folder: resolve(values.MARGAY_DATA_DIR) };
  const credentials =
    id === undefined || secret === undefined
      ? undefined
      : { accessKeyId: id, secretAccessKey: secret, sessionToken: values.AWS_SESSION_TOKEN };
  return { s3: { address, credentials, region: values.AWS_REGION } };
}

/** Addresses of engines carry passwords. */
const holdsSecrets = (name: string) =>
  /PASSWORD|SECRET|TOKEN|OBJECTS_URL|CLICKHOUSE_URL|DATABASE_URL|NATS_URL/.test(name);

/** What is accepted must come to a process that stores it, and a folder has one process. */
function roleFaults({ MARGAY_ROLES: own, NATS_URL, DATABASE_URL }: Raw): string[] {
  if (NATS_URL !== undefined && DATABASE_URL === undefined && !roles.every((role) => own.includes(role))) {
    return [
      `MARGAY_ROLES leaves out ${roles.filter((role) => !own.includes(role)).join(', ')}, so that another process must do it, which cannot see the embedded state store; set DATABASE_URL`,
    ];
  }
  if (own.includes('ingest') === own.includes('detect') || NATS_URL !== undefined) return [];
  return [
    `MARGAY_ROLES names only one of ingest and detect, whose event buffer is a folder that other processes do not see; name both, or set NATS_URL`,
  ];
}

/** Reads the environment once. Throws one error that lists every fault. */
export function readConfig(environment: Record<string, string | undefined>): Config {
  const faults: string[] = [];
  const raw: Record<string, unknown> = {};
  for (const [name, schema] of Object.entries(settings)) {
    const text = environment[name];
    const parsed = schema.safeParse(text === '' ? undefined : text);
    if (parsed.success) raw[name] = parsed.data;
    else
      faults.push(
        `${name} ${parsed.error.issues[0]?.message ?? 'is not valid'} (it is "${holdsSecrets(name) ? '…' : text}")`,
      );
  }
  const unknown = Object.keys(environment).filter(
    (name) =>
      name.startsWith('MARGAY_') &&
      !(name in settings) &&
      !name.startsWith('MARGAY_TEST_') &&
      name !== 'MARGAY_TOKEN',
  );
  for (const name of unknown)
    faults.push(`${name} is not a setting; see docs/running/settings.md for the list`);
  const values = raw as Raw;
  if ((values.MARGAY_ADMIN_EMAIL === undefined) !== (values.MARGAY_ADMIN_PASSWORD === undefined)) {
    faults.push('MARGAY_ADMIN_EMAIL and MARGAY_ADMIN_PASSWORD must be set together');
  }
  if (values.MARGAY_LAKE_CLUSTER !== undefined && values.CLICKHOUSE_URL === undefined) {
    faults.push('MARGAY_LAKE_CLUSTER needs CLICKHOUSE_URL, the address of a server of that cluster');
  }
  if (
    values.MARGAY_OBJECTS_URL !== undefined &&
    (values.AWS_ACCESS_KEY_ID === undefined) !== (values.AWS_SECRET_ACCESS_KEY === undefined)
  ) {
    faults.push('AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY must be set together');
  }
  if (faults.length === 0) faults.push(...roleFaults(values));
  if (faults.length > 0) {
    const [only] = faults;
    throw invalidInput(
      faults.length === 1
        ? `The configuration has a fault: ${only}`
        : `The configuration has ${faults.length} faults:\n- ${faults.join('\n- ')}`,
    );
  }
  return {
    dataDir: resolve(values.MARGAY_DATA_DIR),
    host: values.MARGAY_HOST,
    port: values.MARGAY_PORT,
    publicUrl: values.MARGAY_URL,
    trustedProxies: values.MARGAY_TRUSTED_PROXIES ?? [],
    clickhouseUrl: values.CLICKHOUSE_URL,
    lakeCluster: values.MARGAY_LAKE_CLUSTER,
    databaseUrl: values.DATABASE_URL,
    nats:
      values.NATS_URL === undefined
        ? undefined
        : { url: values.NATS_URL, replicas: values.MARGAY_NATS_REPLICAS },
    roles: [...new Set(values.MARGAY_ROLES)],
    objects: objectsOf(values),
    admin:
      values.MARGAY_ADMIN_EMAIL === undefined || values.MARGAY_ADMIN_PASSWORD === undefined
        ? undefined
        : { email: values.MARGAY_ADMIN_EMAIL, password: values.MARGAY_ADMIN_PASSWORD },
    secretKey: values.MARGAY_SECRET_KEY,
    isSecretKeyNew: values.MARGAY_SECRET_KEY_IS_NEW,
    logLevel: values.MARGAY_LOG_LEVEL,
    metricsToken: values.MARGAY_METRICS_TOKEN,
    metricsPort: values.MARGAY_METRICS_PORT,
    allowPrivateDestinations: values.MARGAY_ALLOW_PRIVATE_DESTINATIONS,
    pythonWorkers: values.MARGAY_PYTHON_WORKERS,
    pythonProcesses: values.MARGAY_PYTHON_PROCESSES,
    pythonMemoryBytes: values.MARGAY_PYTHON_MEMORY_MB * megabyte,
    spoolBytes: values.MARGAY_SPOOL_MB * megabyte,
    maxBatchBytes: values.MARGAY_MAX_BATCH_MB * megabyte,
    searchMemoryBytes:
      values.MARGAY_SEARCH_MEMORY_MB === undefined ? undefined : values.MARGAY_SEARCH_MEMORY_MB * megabyte,
    retentionDays: values.MARGAY_RETENTION_DAYS,
    auditRetentionDays: values.MARGAY_AUDIT_RETENTION_DAYS,
    signalFeed: { days: values.MARGAY_SIGNAL_FEED_DAYS, entries: values.MARGAY_SIGNAL_FEED_ENTRIES },
    watchdogMs: values.MARGAY_WATCHDOG_SECONDS === 0 ? undefined : values.MARGAY_WATCHDOG_SECONDS * 1000,
    featureFlags: values.MARGAY_FEATURE_FLAGS,
  };
}
