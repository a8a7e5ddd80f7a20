import { permissions } from '@margay/auth';
import { silentLogger } from '@margay/kit';
import type { EventShape } from '@margay/model';
import type { GraphQLSchema } from 'graphql';
import { rm } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import * as z from 'zod';
import type { Actor } from './api/actor.ts';
import { buildConsoleSchema } from './api/schema.ts';
import { askConsole, documentOf, person, type ConsoleReply } from './api/testing-console.ts';
import { readConfig } from './config.ts';
import { mayReadAlert } from './domains/alerts/service.ts';
import { wire, type Platform } from './wire.ts';
import { httpSource, putSource, sourceIdOf } from './testing/console-client.ts';
import { newDataFolder } from './testing/new-data-folder.ts';

/** Content of a log type that the restricted person may read, and of one that she may not. */
interface Side {
  name: 'Own' | 'Foreign';
  logType: string;
  table: string;
}
const own: Side = { name: 'Own', logType: 'Okta.SystemLog', table: 'okta_systemlog' };
const foreign: Side = { name: 'Foreign', logType: 'AWS.CloudTrail', table: 'aws_cloudtrail' };

const admin = person('ada', new Set(permissions));
/** May do everything, with a role of these log types alone. */
let eve: Actor;
const roleOfEve = {
  name: 'Okta only',
  permissions,
  logTypeAccessKind: 'ALLOW',
  logTypeAccess: [own.logType, 'Custom.Own', 'Custom.Both'],
};

const body = 'def rule(event):\n    return False\n';
const schedule = { rateMinutes: 1440, timeoutMinutes: 5, disabled: true };
const ruleOf = ({ name, logType }: Side, id = `${name}.Rule`) => ({
  id,
  isNew: false,
  enabled: true,
  severity: 'HIGH',
  body,
  logTypes: [logType],
});
const modelOf = ({ name, logType }: Side, id = `${name}.Model`) => ({
  id,
  isNew: false,
  enabled: false,
  logTypes: [logType],
  mappings: [{ name: 'who', path: 'actor' }],
});
const queryOf = ({ name, table }: Side) => ({
  id: `${name} query`,
  name: `${name} query`,
  sqlQuery: `select * from ${table} limit 5`,
  schedule,
});
const helper = { id: 'shared_helper', isNew: false, body: 'def yes():\n    return True\n' };

const schemaOf = (name: string) => ({
  name,
  spec: 'fields: [{ name: door, type: string }]',
});
const sourceOf = ({ name, logType }: Side, label: string, more: string[] = []) => {
  const integrationId = sourceIds.get(`${name} ${label}`);
  return {
    ...httpSource(`${name} ${label}`, [logType, ...more]),
    ...(integrationId === undefined ? {} : { integrationId }),
  };
};

const destination = {
  displayName: 'Hook',
  outputType: 'customwebhook',
  outputConfig: { webhookURL: 'https://hook.example/alerts' },
  defaultForSeverity: ['HIGH'],
  alertTypes: ['RULE'],
  logTypes: [own.logType],
};
/** Rows of these tables stand in the events of the side's log type. */
const tableOf = ({ name, logType }: Side, label: string) => ({
  name: `${name} ${label}`,
  enabled: true,
  schemaName: 'Custom.Both',
  primaryKey: 'door',
  logTypeMap: [{ logType, selectors: ['door'] }],
});

type Variables = (side: Side) => Record<string, unknown>;
const ids = (...list: string[]) => ({ input: { ids: list } });
/** Where the versions and replays of each side are. */
const versionOf = new Map<string, string>();
const replayOf = new Map<string, string>();
/** By label. */
const sourceIds = new Map<string, string>();
const tableIds = new Map<string, string>();
let destinationId = '';

/** Refused for what concerns other log types, by the name of what is lacking; not for what concerns one's own. */
const byItem: Record<string, Variables> = {
  cancelCatchUp: ({ name }) => ({ input: { id: `${name}.Rule` } }),
  checkLogSource: (side) => ({ input: sourceOf(side, 'source') }),
  createOrUpdateSchema: ({ name }) => ({ input: { ...schemaOf(`Custom.${name}`), revision: 1 } }),
  createReplay: ({ name, logType }) => ({
    input: { detectionId: `${name}.Rule`, logTypes: [logType], maxSizeInGB: 0.1 },
  }),
  deleteDataModels: ({ name }) => ids(`${name}.Doomed.Model`),
  deleteDetections: ({ name }) => ids(`${name}.Doomed`),
  deleteLookupTable: ({ name }) => ({ input: { id: tableIds.get(`${name} doomed`) } }),
  deleteLogSource: (side) => ({ input: { id: sourceOf(side, 'doomed source').integrationId } }),
  deleteSavedQueries: ({ name }) => ids(`${name} doomed query`),
  detectionProfileHours: ({ name }) => ({ id: `${name}.Rule` }),
  detectionTiming: ({ name }) => ({ id: `${name}.Rule` }),
  editDetections: ({ name }) => ({ input: { ids: [`${name}.Rule`], severity: 'CRITICAL' } }),
  enableShippedDetections: ({ name }) =>
    ids(name === 'Own' ? 'Okta.SystemLog.ApiTokenCreated' : 'AWS.CloudTrail.TrailTampered'),
  explainDetection: ({ name }) => ({ input: { detectionId: `${name}.Rule`, event: '{}' } }),
  mutationScore: (side) => ({ input: ruleOf(side) }),
  previewDataModel: (side) => {
    const { isNew: _isNew, enabled: _enabled, ...model } = modelOf(side);
    return { input: { ...model, event: '{}' } };
  },
  putDataModel: (side) => ({ input: modelOf(side) }),
  putLookupTable: (side) => ({
    input: { ...tableOf(side, 'table'), id: tableIds.get(`${side.name} table`) },
  }),
  putLogSource: (side) => ({ input: sourceOf(side, 'source') }),
  putRule: (side) => ({ input: ruleOf(side) }),
  putSavedQuery: (side) => ({ input: queryOf(side) }),
  reprocessFailures: (side) => ({ input: { id: sourceOf(side, 'source').integrationId } }),
  releaseDetection: ({ name }) => ({ input: { id: `${name}.Rule` } }),
  restoreDetectionVersion: ({ name }) => ({
    input: { id: `${name}.Rule`, versionId: versionOf.get(`${name}.Rule`) },
  }),
  restoreLookupTableVersion: ({ name }) => ({ input: { id: tableIds.get(`${name} table`), version: 1 } }),
  runSavedQuery: ({ name }) => ({ input: { id: `${name} query` } }),
  setDetectionsEnabled: ({ name }) => ({ input: { ids: [`${name}.Rule`], enabled: false } }),
  startLiveReplay: (side) => ({ input: { rule: ruleOf(side) } }),
  testCoverage: (side) => ({ input: ruleOf(side) }),
  testDetection: (side) => ({ input: ruleOf(side) }),
  updateRuleAndFilter: (side) => ({ input: ruleOf(side) }),
  updateSchemaStatus: ({ name }) => ({ input: { name: `Custom.${name}`, isArchived: true } }),
};

/** Refused to whoever may not read every log type. */
const byEverything: Record<string, Variables> = {
  addDestination: () => ({ input: destination }),
  deleteDestination: () => ({ input: { id: destinationId } }),
  deleteGlobalHelpers: () => ids(helper.id),
  putGlobalHelper: () => ({ input: helper }),
  updateDestination: () => ({ input: { ...destination, outputId: destinationId } }),
};

/** There for those who may read its log types; as if it did not exist for others. */
const hidden: Record<string, Variables> = {
  replay: ({ name }) => ({ id: replayOf.get(name) }),
  replays: ({ name }) => ({ input: { detectionId: `${name}.Rule` } }),
  stopReplay: ({ name }) => ({ input: { id: replayOf.get(name) } }),
};

/** Proved by tests of their own, below or where it says. */
const elsewhere = {
  'log data is withheld: audit-log.test.ts': [
    'auditActions',
    'auditLog',
    'auditLogChain',
    'exportAuditLog',
    'verifyAuditLog',
  ],
  'api-tokens.test.ts: a token reads no more than who makes, edits or rotates it': [
    'apiToken',
    'apiTokens',
    'createAPIToken',
    'deleteAPIToken',
    'rotateAPIToken',
    'updateAPIToken',
  ],
  'here, below': [
    'detectionLastMatches',
    'detectionProfiles',
    'uploadDetectionContent',
    'uploadDetectionEntitiesAsync',
  ],
  'of alerts that may be read: alerts/service.test.ts': ['detectionAlerts', 'explainAlert'],
  'of alerts that may be read: alerts/service.test.ts, alerts/comments': [
    'createAlertComment',
    'deleteAlertComment',
    'deliverAlert',
    'resolveSourceAlarm',
    'updateAlertComment',
    'updateAlerts',
  ],
  'finds only what may be read: searches/access.test.ts, searches/data-explorer/data-explorer.test.ts': [
    'executeDataLakeQuery',
    'executeIndicatorSearchQuery',
    'executeUberSearch',
    'runQuery',
    'summarizeDataLakeQuery',
  ],
  'of a search that may be read: searches/flow.test.ts, searches/csv/csv.test.ts, searches/user-config/user-config.test.ts':
    [
      'cancelCsvExport',
      'cancelDataLakeQuery',
      'leaveDataLakeQuery',
      'startAsyncDownloadOfAllQueryResults',
      'updateQueryUserConfig',
    ],
  'of a replay that may be read: replays/replays.test.ts': ['replayAlert'],
  'within what each list shows: places/places.test.ts': ['places'],
  'of the caller alone: replays/replays.test.ts, detections/upload-receipts.test.ts': [
    'cancelLiveReplay',
    'detectionEntitiesUploadStatus',
    'liveReplay',
  ],
};

/** Open to whoever holds the permission, and why. */
const open = {
  'looks at a text and nothing else': ['convertDetection'],
  'policies judge resources, which roles are not limited by': [
    'deleteResources',
    'judgeResources',
    'putPolicy',
    'suppressPolicies',
    'uploadResources',
  ],
  'people, roles and how they sign in hold no events, and whoever manages them administers everything': [
    'addPasskey',
    'createRole',
    'deleteRole',
    'deleteUser',
    'endOtherSessions',
    'endOwnSession',
    'inviteUser',
    'ownAccess',
    'removePasskey',
    'renamePasskey',
    'resetUserMfa',
    'createPasswordResetLink',
    'letSupportIn',
    'resetUserPassword',
    'sendTestMail',
    'startPasskey',
    'updateRole',
    'updateSignInPolicy',
    'updateUser',
  ],
  'whoever may make backups administers everything': ['cancelBackup', 'startBackup'],
  'settings of the installation hold no events': ['updateSettingGroup', 'updateUniversalSettings'],
  'sends a made-up alert': ['sendTestAlert'],
  'rows of lookup tables were uploaded and came in no event': ['enrichEvent'],
  'of the caller alone': [
    'deleteColumnSet',
    'putNotificationPreferences',
    'reportConsoleFailure',
    'saveColumnSet',
    'sendUserFeedback',
    'updateNotification',
    'updateUserNotifications',
  ],
};

const rootsOf = (schema: GraphQLSchema) => {
  const of = (kind: 'query' | 'mutation') =>
    Object.values(
      (kind === 'query' ? schema.getQueryType() : schema.getMutationType())?.getFields() ?? {},
    ).map((field) => [field.name, documentOf(kind, field)] as const);
  return new Map([...of('query'), ...of('mutation')]);
};

describe('log-type access to content, sources and schemas', () => {
  const schema = buildConsoleSchema();
  const documents = rootsOf(schema);
  let folder: string;
  let platform: Platform;
  let askAs: ReturnType<typeof askConsole>;

  async function ask(actor: Actor, name: string, variables: Record<string, unknown>): Promise<ConsoleReply> {
    return askAs(documents.get(name) ?? '', variables, actor);
  }
  async function must(name: string, variables: Record<string, unknown>): Promise<void> {
    expect((await ask(admin, name, variables)).errors, name).toBeUndefined();
  }
  /** Somebody with a role that an administrator makes, as their session says who they are. */
  async function invited(email: string): Promise<Actor> {
    await must('createRole', { input: roleOfEve });
    const input = {
      email,
      givenName: 'Eve',
      familyName: 'Moore',
      role: { kind: 'Name', value: roleOfEve.name },
    };
    const invite = 'mutation ($input: InviteUserInput!) { inviteUser(input: $input) { temporaryPassword } }';
    const Invited = z.object({ inviteUser: z.object({ temporaryPassword: z.string() }) });
    const { temporaryPassword } = Invited.parse((await askAs(invite, { input }, admin)).data).inviteUser;
    const { sessions } = platform.services;
    const caller = { ip: '127.0.0.1', isSecure: true, userAgent: 'test', forwardedFor: [] };
    const first = await sessions.signIn(email, temporaryPassword, caller, undefined);
    const Challenge = z.object({ challenge: z.object({ session: z.string() }).loose() });
    const { session } = Challenge.parse(first).challenge;
    const reply = await sessions.answerChallenge(
      { challenge: 'NEW_PASSWORD_REQUIRED', session, newPassword: 'Correct-horse-8' },
      caller,
    );
    const In = z.object({ session: z.object({ tokens: z.object({ idToken: z.string() }).loose() }) });
    return sessions.actorOfToken(In.parse(reply).session.tokens.idToken);
  }
  const refusalOf = ({ errors }: ConsoleReply) => ({
    code: errors?.[0]?.extensions.statusCode ?? 200,
    message: errors?.[0]?.message ?? '',
  });

  beforeAll(async () => {
    folder = await newDataFolder('margay-log-types-');
    platform = await wire(readConfig({ MARGAY_DATA_DIR: folder }), silentLogger);
    askAs = askConsole(platform.services);
    eve = await invited('eve@example.com');
    for (const side of [own, foreign]) {
      const shape: EventShape = { logType: side.logType, version: 1, fields: [] };
      await platform.lake.ensureTable('panther_logs', shape);
      const files = {
        'rule.py': body,
        ...Object.fromEntries(
          ['Rule', 'Doomed'].map((end) => [
            `${end}.yml`,
            `AnalysisType: rule\nRuleID: ${side.name}.${end}\nEnabled: true\nFilename: rule.py\nSeverity: Low\nLogTypes: [${side.logType}]\n`,
          ]),
        ),
        ...Object.fromEntries(
          ['Model', 'Doomed.Model'].map((end) => [
            `${end}.yml`,
            `AnalysisType: datamodel\nDataModelID: ${side.name}.${end}\nEnabled: false\nLogTypes: [${side.logType}]\nMappings:\n  - { Name: who, Path: actor }\n`,
          ]),
        ),
        ...Object.fromEntries(
          ['query', 'doomed query'].map((end) => [
            `${end}.yml`,
            `AnalysisType: scheduled_query\nQueryName: ${side.name} ${end}\nEnabled: false\nQuery: select * from ${side.table} limit 5\nSchedule: { RateMinutes: 1440, TimeoutMinutes: 5 }\n`,
          ]),
        ),
        'scheduled.yml': `AnalysisType: scheduled_rule\nRuleID: ${side.name}.Scheduled\nEnabled: false\nFilename: rule.py\nSeverity: Low\nScheduledQueries: [${side.name} query]\n`,
        'derived.yml': `AnalysisType: rule\nRuleID: ${side.name}.Derived\nBaseDetection: ${side.name}.Rule\nSeverity: Info\n`,
      };
      const list = Object.entries(files).map(([path, text]) => ({ path, text }));
      await must('uploadDetectionContent', { input: { files: list } });
      const [version] = await platform.services.detections.versions(admin, `${side.name}.Rule`);
      versionOf.set(`${side.name}.Rule`, version?.versionId ?? '');
      const replay = await platform.services.replays.create(admin, {
        detectionId: `${side.name}.Rule`,
        logTypes: [side.logType],
        maxSizeInGB: 0.1,
      });
      replayOf.set(side.name, replay.id);
    }
    for (const name of ['Own', 'Foreign', 'Both'])
      await must('createOrUpdateSchema', { input: schemaOf(`Custom.${name}`) });
    for (const [side, label, more] of [
      [own, 'source', ['Custom.Own']],
      [own, 'doomed source', []],
      [foreign, 'source', ['Custom.Foreign', 'Custom.Both']],
      [foreign, 'doomed source', []],
    ] as const) {
      const { data } = await askAs(putSource, { input: sourceOf(side, label, [...more]) }, admin);
      sourceIds.set(`${side.name} ${label}`, sourceIdOf(data));
    }
    const Table = z.object({ putLookupTable: z.object({ lookupTable: z.object({ id: z.string() }) }) });
    for (const [side, label] of [
      [own, 'table'],
      [own, 'doomed'],
      [foreign, 'table'],
      [foreign, 'doomed'],
    ] as const) {
      const put =
        'mutation ($input: PutLookupTableInput!) { putLookupTable(input: $input) { lookupTable { id } } }';
      const { data } = await askAs(put, { input: tableOf(side, label) }, admin);
      tableIds.set(`${side.name} ${label}`, Table.parse(data).putLookupTable.lookupTable.id);
    }
    const add = 'mutation ($input: DestinationInput!) { addDestination(input: $input) { outputId } }';
    const { data } = await askAs(add, { input: destination }, admin);
    const Added = z.object({ addDestination: z.object({ outputId: z.string() }) });
    destinationId = Added.parse(data).addDestination.outputId;
    // With it comes the helper its neighbours import, which only somebody without limits may bring.
    await must('enableShippedDetections', { input: { ids: ['Okta.SystemLog.FactorsReset'] } });
    await must('putGlobalHelper', { input: { ...helper, isNew: true } });
  });
  afterAll(async () => {
    await platform.close();
    await rm(folder, { recursive: true, force: true });
  });

  it('gives rules of somebody who may read fewer log types a process of their own', async () => {
    const count = () => platform.detect.status().processIds.length;
    const done = async (name: string, variables: Record<string, unknown>) =>
      expect(refusalOf(await ask(eve, name, variables)), name).toMatchObject({ code: 200 });
    const before = count();
    const input = { ...ruleOf(own, 'Own.Apart'), isNew: true, body: `${body}# by somebody else\n` };
    await done('putRule', { input });
    expect(count()).toBe(before + 1);
    const { rules } = await platform.services.detections.content();
    const trusts = new Map(rules.map(({ id, trust }) => [id, trust]));
    expect([trusts.get('Own.Apart'), trusts.get('Own.Rule')]).toEqual([
      'ALLOW:custom.both,custom.own,okta.systemlog',
      'ALLOW_ALL',
    ]);
    // Whoever tries that text out, and whoever restores it, makes it no more trusted; another text is one's own.
    const { detections } = platform.services;
    const draft = (of: string) => detections.trustOfDraft(admin, 'Own.Apart', of);
    expect(await draft(input.body)).toBe(trusts.get('Own.Apart'));
    expect(await draft(body)).toBe('ALLOW_ALL');
    const [hers] = await detections.versions(admin, 'Own.Apart');
    const mine = { ...input, isNew: false, body: `${body}# by an administrator\n` };
    expect((await ask(admin, 'putRule', { input: mine })).errors).toBeUndefined();
    const trustNow = async () =>
      (await detections.content()).rules.find(({ id }) => id === 'Own.Apart')?.trust;
    expect(await trustNow()).toBe('ALLOW_ALL');
    await detections.restore(admin, 'Own.Apart', hers?.versionId ?? '');
    expect(await trustNow()).toBe(trusts.get('Own.Apart'));
    // A test of a text that nobody saved runs with those of whoever wrote it.
    await done('testDetection', { input: { ...input, isNew: false, tests: [] } });
    await done('deleteDetections', ids('Own.Apart'));
    await vi.waitFor(() => expect(count()).toBe(before), 10_000);
  });

  // What questions show is decided in log-content-access.test.ts; those here do something, or run what they are given.
  it('is decided for everything that can be done', () => {
    const decided = [
      ...[byItem, byEverything, hidden].flatMap((table) => Object.keys(table)),
      ...[elsewhere, open].flatMap((table) => Object.values(table).flat()),
    ];
    const mutations = Object.keys(schema.getMutationType()?.getFields() ?? {});
    expect(mutations.filter((name) => !decided.includes(name))).toEqual([]);
    expect(decided.filter((name) => !documents.has(name))).toEqual([]);
    expect(decided.filter((name, at) => decided.indexOf(name) !== at)).toEqual([]);
  });

  it('refuses what concerns other log types, by their name, and changes nothing', async () => {
    const { detections, logSources, schemas } = platform.services;
    const stateOf = async () => [
      ...(await detections.list()).map(({ id, versionId, enabled }) => [id, versionId, enabled]),
      ...(await logSources.list()).map(({ id, updatedAt }) => [id, updatedAt]),
      ...(await schemas.list()).map(({ name, revision, isArchived }) => [name, revision, isArchived]),
    ];
    const before = await stateOf();
    for (const [name, variables] of Object.entries(byItem)) {
      const { code, message } = refusalOf(await ask(eve, name, variables(foreign)));
      expect([name, code, message]).toEqual([name, 403, expect.stringContaining(foreign.logType)]);
    }
    for (const [name, variables] of Object.entries(byEverything)) {
      const { code, message } = refusalOf(await ask(eve, name, variables(own)));
      expect([name, code, message]).toEqual([name, 403, expect.stringContaining('every log type')]);
    }
    for (const [name, variables] of Object.entries(hidden)) {
      const { data, errors } = await ask(eve, name, variables(foreign));
      const isNothing = errors === undefined ? (data[name] ?? []) : errors[0]?.extensions.statusCode;
      expect([name, isNothing]).toEqual([name, errors === undefined ? [] : 404]);
    }
    expect(await stateOf()).toEqual(before);
  });

  it('lets do the same to what concerns one’s own', async () => {
    for (const [name, variables] of Object.entries({ ...byItem, ...hidden })) {
      const { code, message } = refusalOf(await ask(eve, name, variables(own)));
      expect([name, code === 403 ? message : '']).toEqual([name, '']);
    }
  });

  const asInBase = { body: undefined, logTypes: undefined };
  const put = (rule: object) => ask(eve, 'putRule', { input: { ...ruleOf(own), ...rule } });
  it.each([
    ['moving an own rule to another log type', { logTypes: [foreign.logType] }],
    ['adding another log type', { logTypes: [own.logType, foreign.logType] }],
    ['taking another’s rule over by its new log types', { id: 'Foreign.Rule', logTypes: [own.logType] }],
    [
      'a rule over a query that reads another',
      { id: 'New', isNew: true, scheduledQueries: ['Foreign query'] },
    ],
    ['a rule over a query that is not there', { id: 'New', isNew: true, scheduledQueries: ['None'] }],
    ['deriving from another’s rule', { id: 'New', isNew: true, baseDetection: 'Foreign.Rule', ...asInBase }],
    ['changing what derives from another’s rule', { id: 'Foreign.Derived', logTypes: null }],
    ['changing a rule over another’s query', { id: 'Foreign.Scheduled' }],
  ])('refuses %s', async (_, rule) => {
    expect(refusalOf(await put(rule)).code).toBe(403);
  });

  it.each([
    ['another’s source for a log type of one’s own', 'Foreign source', ['Custom.Own']],
    ['another log type into one’s own source', 'Own source', [own.logType, foreign.logType]],
    ['a source without log types', 'New source', []],
  ])('refuses to take %s', async (_, label, logTypes) => {
    const integrationId = sourceIds.get(label);
    for (const name of ['putLogSource', 'checkLogSource']) {
      const input = { ...httpSource(label, logTypes), integrationId };
      expect(refusalOf(await ask(eve, name, { input }))).toMatchObject({ code: 403 });
    }
  });

  it('refuses to change a schema of one’s own where a source has it beside others', async () => {
    const input = { ...schemaOf('Custom.Both'), spec: 'fields: []', revision: 1 };
    for (const [name, variables] of [
      ['createOrUpdateSchema', { input }],
      ['updateSchemaStatus', { input: { name: 'Custom.Both', isArchived: true } }],
    ] as const) {
      const { code, message } = refusalOf(await ask(eve, name, variables));
      expect([code, message]).toEqual([403, expect.stringContaining(foreign.logType)]);
    }
  });

  it('refuses the rows of a table that is for all log types, and takes one over for none', async () => {
    const all = { ...tableOf(own, 'for all'), logTypeMap: [] };
    const taken = { ...tableOf(own, 'taken'), id: tableIds.get('Foreign table') };
    for (const input of [all, taken])
      expect(refusalOf(await ask(eve, 'putLookupTable', { input }))).toEqual({
        code: 403,
        message: expect.stringMatching(/so you may not change the lookup table/),
      });
  });

  it('takes a test without log types for one of all of them', async () => {
    for (const input of [{ logTypes: [] }, { logTypes: null, id: 'New' }]) {
      const reply = await ask(eve, 'testDetection', { input: { ...ruleOf(own), ...input } });
      expect(refusalOf(reply)).toMatchObject({ code: 403 });
    }
  });

  it.each([
    ['a view', `select * from panther_views.public.all_logs limit 5`, {}],
    ['a pattern of tables', undefined, { query: 'panther_logs.public.ok* | limit 1' }],
    ['a text that does not run yet', `select * from not_there_yet limit 5`, {}],
    ['a table of many log types', `select * from panther_monitor.public.classification_failures limit 5`, {}],
    [
      'a subquery over another',
      `select * from okta_systemlog where p_row_id in (select p_row_id from aws_cloudtrail) limit 5`,
      {},
    ],
    ['all tables of the form', undefined, { simpleSearchQueryFilter: '{"text":"root"}', databases: [] }],
    [
      'another table of the form',
      undefined,
      { simpleSearchQueryFilter: '{"text":"root"}', tables: ['panther_logs.aws_cloudtrail'] },
    ],
    [
      'all tables of the form, which a text goes on with',
      undefined,
      { query: '| limit 5', databases: ['panther_logs'] },
    ],
    [
      'another table of the form, which a text goes on with',
      undefined,
      { query: '| limit 5', tables: ['panther_logs.aws_cloudtrail'] },
    ],
    ['a view of the form', undefined, { query: '| limit 5', tables: ['panther_views.all_logs'] }],
    [
      'a view of the search form',
      undefined,
      { simpleSearchQueryFilter: '{"text":"root"}', tables: ['panther_views.all_logs'] },
    ],
    [
      'tables of the form that are not there yet',
      undefined,
      {
        simpleSearchQueryFilter: '{"text":"root"}',
        tables: ['panther_logs.not_there_yet'],
      },
    ],
  ])('refuses a schedule over %s', async (_, sqlQuery, rest) => {
    const input = { name: 'Eve asks', sqlQuery, schedule, ...rest };
    expect(refusalOf(await ask(eve, 'putSavedQuery', { input }))).toMatchObject({ code: 403 });
  });

  it('takes a schedule over a search of the form in a table of one’s own', async () => {
    const tables = [own.table];
    const input = { name: 'Eve’s own', simpleSearchQueryFilter: '{"text":"root"}', tables, schedule };
    expect((await ask(eve, 'putSavedQuery', { input })).errors).toBeUndefined();
    const going = { name: 'Eve’s own, further', query: '| limit 5', tables, schedule };
    expect((await ask(eve, 'putSavedQuery', { input: going })).errors).toBeUndefined();
  });

  it('refuses single items of an upload, also what builds on them', async () => {
    const rule = (id: string, rest: string) =>
      `AnalysisType: rule\nRuleID: ${id}\nEnabled: true\nFilename: rule.py\nSeverity: High\n${rest}`;
    const files = [
      { path: 'rule.py', text: `${body}# changed\n` },
      { path: 'own.yml', text: rule('Own.Rule', `LogTypes: [${own.logType}]\n`) },
      { path: 'taken.yml', text: rule('Foreign.Rule', `LogTypes: [${own.logType}]\n`) },
      { path: 'new.yml', text: rule('Foreign.New', `LogTypes: [${foreign.logType}]\n`) },
      {
        path: 'derived.yml',
        text: 'AnalysisType: rule\nRuleID: New.Derived\nBaseDetection: Foreign.Rule\nSeverity: Critical\n',
      },
      { path: 'helper.py', text: 'def no():\n    return False\n' },
      { path: 'helper.yml', text: 'AnalysisType: global\nGlobalID: new_helper\nFilename: helper.py\n' },
    ];
    const upload = async (validateOnly: boolean) => {
      const text = documents.get('uploadDetectionContent')?.replace('__typename', 'verdicts { id verdict }');
      const { data } = await askAs(text ?? '', { input: { files, validateOnly } }, eve);
      const { verdicts } = data['uploadDetectionContent'] as { verdicts: { id: string; verdict: string }[] };
      return verdicts.filter(({ verdict }) => verdict === 'stored').map(({ id }) => id);
    };
    expect(await upload(true)).toEqual(['Own.Rule']);
    expect(await upload(false)).toEqual(['Own.Rule']);
    const receipt = await platform.services.uploadReceipts.start(eve, files);
    await platform.services.uploadReceipts.idle();
    const { issues = [] } = (await platform.services.uploadReceipts.find(eve, receipt.receiptId)) ?? {};
    expect(issues.map(({ path }) => path).toSorted()).toEqual([
      'derived.yml',
      'helper.yml',
      'new.yml',
      'taken.yml',
    ]);
  });

  it('hides alerts that name no log type, such as of rows that were added up', async () => {
    const alert = { type: 'SCHEDULED_RULE', logTypes: [] } as const;
    const reads = (actor: Actor, logTypes: string[]) =>
      mayReadAlert(actor.logTypeAccess, { ...alert, logTypes });
    expect([reads(eve, []), reads(admin, []), reads(eve, [own.logType])]).toEqual([false, true, true]);
  });

  it('leaves out figures of rules over other log types, which tell of events and quote them', async () => {
    const both = ['Foreign.Rule', 'Own.Rule'];
    await platform.store.query(
      `insert into detection_statistics (detection_id, hour, considered, evaluations, microseconds, matches, errors, skipped, last_match_at, last_error, last_error_at)
       select id, date_trunc('hour', now()), 1, 1, 1, 1, 1, 0, now(), 'KeyError: secret', now() from unnest($1::text[]) as id`,
      [both],
    );
    const { profiler } = platform.services;
    const told = async ({ logTypeAccess }: Actor) => {
      const profiles = await profiler.profiles(logTypeAccess, 24);
      const matches = await profiler.lastMatches(logTypeAccess, both);
      return {
        errors: profiles.flatMap(({ id, lastError }) => (lastError === null ? [] : [id])).toSorted(),
        foreign: profiles.some(({ id }) => id === 'Foreign.Rule'),
        matches: [...matches.keys()].toSorted(),
      };
    };
    expect(await told(eve)).toEqual({ errors: ['Own.Rule'], foreign: false, matches: ['Own.Rule'] });
    expect(await told(admin)).toEqual({ errors: both, foreign: true, matches: both });
  });
});
