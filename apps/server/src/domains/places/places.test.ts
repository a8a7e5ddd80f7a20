import { permissions, type Permission } from '@margay/auth';
import { silentLogger } from '@margay/kit';
import { rm } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import type { Actor } from '../../api/actor.ts';
import { askConsole, person } from '../../api/testing-console.ts';
import { readConfig } from '../../config.ts';
import { recordAlerts } from '../../findings/record-alerts.ts';
import { httpSource, putSchema, putSource } from '../../testing/console-client.ts';
import { newDataFolder } from '../../testing/new-data-folder.ts';
import { wire, type Platform } from '../../wire.ts';
import { foundMatch, sampleRule } from '../alerts/testing.ts';

const ask = 'query ($input: PlacesInput!) { places(input: $input) { kind id title note at params } }';
const Places = z.array(
  z.object({
    kind: z.string(),
    id: z.string(),
    title: z.string(),
    note: z.string(),
    at: z.string().nullable(),
    params: z.unknown(),
  }),
);

const ada = person('ada', new Set(permissions));
const open = 'Okta.SystemLog';
const closed = 'AWS.CloudTrail';

describe('what is found by its name', () => {
  let folder: string;
  let platform: Platform;
  let askAs: ReturnType<typeof askConsole>;

  const found = async (text: string, actor: Actor = ada, limitPerKind?: number) => {
    const { data, errors } = await askAs(ask, { input: { text, limitPerKind } }, actor);
    expect(errors).toBeUndefined();
    return Places.parse(data['places']);
  };
  const titles = async (text: string, actor: Actor = ada) =>
    (await found(text, actor)).map(({ kind, title }) => `${kind} ${title}`);
  const must = async (document: string, input: unknown) => {
    const { errors } = await askAs(document, { input }, ada);
    expect(errors).toBeUndefined();
  };

  async function raise(title: string, logType: string): Promise<string> {
    const rule = sampleRule({ id: `Of.${title}`, logTypes: [logType] });
    const match = foundMatch({ ruleId: rule.id, title }, { p_log_type: logType });
    await platform.store.transaction((tx) =>
      recordAlerts(
        tx,
        platform.services.alertWriter,
        { unitId: title, matches: [match], errors: [], now: new Date() },
        () => rule,
      ),
    );
    const [alert] = await platform.services.alerts.named(ada, title, 1);
    return alert?.id ?? '';
  }

  beforeAll(async () => {
    folder = await newDataFolder('margay-places-');
    platform = await wire(readConfig({ MARGAY_DATA_DIR: folder }), silentLogger);
    askAs = askConsole(platform.services);
    await must(putSchema, { name: 'Custom.Zebra', spec: 'fields: [{ name: door, type: string }]' });
    await must(putSource, httpSource('Zebra crossing', ['Custom.Zebra']));
    await must('mutation ($input: DestinationInput!) { addDestination(input: $input) { outputId } }', {
      displayName: 'Zebra hook',
      outputType: 'customwebhook',
      outputConfig: { webhookURL: 'https://hook.example/alerts' },
      defaultForSeverity: ['HIGH'],
      alertTypes: ['RULE'],
      logTypes: [],
    });
    const body = 'def rule(event):\n    return False\n';
    for (const [id, displayName] of [
      ['Zebra', 'Stripes seen'],
      ['Zebra.Second', 'More stripes'],
      ['Custom.Zebra', 'Other stripes'],
      ['Prezebra', 'Last stripes'],
    ])
      await must('mutation ($input: PutRuleInput!) { putRule(input: $input) { id } }', {
        id,
        displayName,
        isNew: true,
        enabled: false,
        severity: 'LOW',
        body,
        logTypes: ['Custom.Zebra'],
      });
    await must('mutation ($input: PutPolicyInput!) { putPolicy(input: $input) { id } }', {
      id: 'Zebra.Policy',
      isNew: true,
      enabled: false,
      severity: 'LOW',
      body: 'def policy(resource):\n    return True\n',
      resourceTypes: ['AWS.S3.Bucket'],
    });
    await must('mutation ($input: PutGlobalHelperInput!) { putGlobalHelper(input: $input) { id } }', {
      id: 'zebra_helper',
      isNew: true,
      body: 'def yes():\n    return True\n',
    });
    await must('mutation ($input: PutSavedQueryInput!) { putSavedQuery(input: $input) { __typename } }', {
      name: 'Zebras of the week',
      sqlQuery: 'select 1 as one',
    });
  });
  afterAll(async () => {
    await platform.close();
    await rm(folder, { recursive: true, force: true });
  });

  it('of every kind, in one question', async () => {
    await raise('Zebra on the road', open);
    const all = await found('zebra');
    expect(new Set(all.map(({ kind }) => kind))).toEqual(
      new Set(['ALERT', 'RULE', 'POLICY', 'SAVED_SEARCH', 'LOG_SOURCE', 'SCHEMA', 'DESTINATION', 'HELPER']),
    );
    expect(all.find(({ kind }) => kind === 'LOG_SOURCE')).toMatchObject({
      title: 'Zebra crossing',
      note: 'Custom.Zebra',
    });
  });

  it('in the order exact id, beginning, beginning of a word, inside; at most so many of a kind', async () => {
    const rules = async (limit?: number) =>
      (await found('zebra', ada, limit)).filter(({ kind }) => kind === 'RULE').map(({ id }) => id);
    expect(await rules()).toEqual(['Zebra', 'Zebra.Second', 'Custom.Zebra', 'Prezebra']);
    expect(await rules(2)).toEqual(['Zebra', 'Zebra.Second']);
    expect(await titles('STRIPES more')).toEqual(['RULE More stripes']);
    const { errors } = await askAs(ask, { input: { text: 'zebra', limitPerKind: 21 } }, ada);
    expect(errors?.[0]?.message).toBe('limitPerKind is 21. Give a whole number between 1 and 20.');
  });

  it('an alert by its id, whole or from its beginning, whatever its type', async () => {
    const id = await raise('Found by its number', open);
    expect(await titles(id.toUpperCase())).toEqual(['ALERT Found by its number']);
    expect(await titles(id.slice(0, 12))).toEqual(['ALERT Found by its number']);
    await platform.services.alerts.raise({
      type: 'SOURCE_NO_DATA',
      relatedComponent: 'LOG_SOURCE',
      relatedId: 'one',
      relatedName: 'One',
      title: 'Nothing comes from One',
      description: 'Look at it.',
    });
    expect(await titles('nothing comes')).toEqual(['ALERT Nothing comes from One']);
  });

  it('never shows alerts of log types that a role may not read', async () => {
    await raise('Quagga opened the gate', closed);
    await raise('Quagga looked in', open);
    const eve: Actor = { ...ada, id: 'eve', logTypeAccess: { kind: 'ALLOW', logTypes: [open] } };
    const dan: Actor = { ...ada, id: 'dan', logTypeAccess: { kind: 'DENY', logTypes: [closed] } };
    for (const actor of [eve, dan]) {
      expect(await titles('quagga', actor)).toEqual(['ALERT Quagga looked in']);
      expect(await titles('', actor)).not.toContain('ALERT Quagga opened the gate');
      for (const text of ['gate', 'q', 'quagga opened the gate'])
        expect(JSON.stringify(await found(text, actor)), text).not.toContain('gate');
    }
    expect(await titles('quagga')).toHaveLength(2);
  });

  it('shows each kind only to those who may read its list', async () => {
    const kindsFor = async (...held: Permission[]) =>
      new Set((await found('zebra', person('eve', new Set(held)))).map(({ kind }) => kind));
    expect(await kindsFor()).toEqual(new Set());
    expect(await kindsFor('AlertRead')).toEqual(new Set(['ALERT']));
    expect(await kindsFor('RuleRead')).toEqual(new Set(['RULE', 'HELPER']));
    expect(await kindsFor('PolicyRead')).toEqual(new Set(['POLICY']));
    expect(await kindsFor('DataAnalyticsRead')).toEqual(new Set(['SAVED_SEARCH']));
    expect(await kindsFor('LogSourceRead')).toEqual(new Set(['LOG_SOURCE', 'SCHEMA']));
    expect(await kindsFor('DestinationRead')).toEqual(new Set(['DESTINATION']));
    const { errors } = await askAs(ask, { input: { text: 'zebra' } }, null);
    expect(errors?.[0]?.extensions.statusCode).toBe(401);
  });

  it('the searches of the person who asks, the newest first and each text once', async () => {
    const { searches } = platform.services;
    const bob = person('bob', new Set(permissions));
    const sql = (filters: string) => ({ language: 'sql' as const, filters });
    for (const text of ['select 1 as okapi', 'select 2 as okapi', 'select 1 as okapi'])
      await searches.start(ada, sql(text));
    await searches.start(bob, sql('select 3 as okapi'));
    const own = await found('okapi');
    expect(own.map(({ kind, title }) => `${kind} ${title}`)).toEqual([
      'RECENT_SEARCH select 1 as okapi',
      'RECENT_SEARCH select 2 as okapi',
    ]);
    expect(own[0]).toMatchObject({ params: { language: 'sql', filters: 'select 1 as okapi' } });
    expect(await titles('okapi', bob)).toEqual(['RECENT_SEARCH select 3 as okapi']);
  });

  it('without a text the newest alerts and searches', async () => {
    expect(new Set((await found('')).map(({ kind }) => kind))).toEqual(new Set(['ALERT', 'RECENT_SEARCH']));
  });

  it('takes any text', async () => {
    for (const text of ['\0', "'; drop table alerts", '%', '\\', 'x'.repeat(10_000), '\u{1F993}'])
      expect(await found(text), text.slice(0, 20)).toEqual([]);
  });
});
