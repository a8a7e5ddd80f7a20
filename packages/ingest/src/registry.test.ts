import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { streamTypes } from '@margay/model';
import { field, requiredText, settingsForm } from '@margay/settings';
import * as z from 'zod';
import { streamFramings } from './framing/index.ts';
import { sources } from './sources/index.ts';
import { defineSource } from './sources/source.ts';
import type { Puller } from './pullers/puller.ts';
import { httpAuths } from './transports/http/auth/index.ts';
import type { PushTransport } from './transports/transport.ts';

const listed = (folder: string) => readdirSync(new URL(folder, import.meta.url), { withFileTypes: true });
const ways = [...new Set(sources.map(({ transport }) => transport))];
const transports = ways.filter((way) => way.kind === 'push');
const pullers = ways.filter((way) => way.kind === 'pull');
const kebab = (name: string) => name.replaceAll(/(?<=[a-z])(?=[A-Z])/g, '-').toLowerCase();

describe.each<[string, readonly (PushTransport | Puller)[]]>([
  ['transports', transports],
  ['pullers', pullers],
])('%s', (folder, ways) => {
  it('has a kind of source for every folder', () => {
    const folders = listed(`./${folder}/`)
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => name);
    const ids = ways.map(({ id }) => id);
    const missing = folders
      .filter((name) => !ids.includes(name))
      .map((name) => `sources/: no kind of source names ${name} of ${folder}`);
    expect(missing).toEqual([]);
    expect(ids.toSorted()).toEqual(folders.toSorted());
  });

  it.each(ways)('$id: a form can be made of its settings', ({ id, settings }) => {
    expect(settingsForm({ id, settings }).every(({ label }) => label !== '')).toBe(true);
  });
});

describe('sources', () => {
  it('has every file in its list, each with an id of its own', () => {
    const files = listed('./sources/')
      .map(({ name }) => name.replace('.ts', ''))
      .filter((name) => name !== 'index' && name !== 'source');
    expect(
      sources.map(({ id, providerId }) => kebab([id, providerId ?? ''].filter(Boolean).join('-'))).toSorted(),
    ).toEqual(files.toSorted());
    expect(new Set(sources.map(({ id, providerId }) => `${id} ${providerId}`)).size).toBe(sources.length);
  });

  it('knows the secrets of the HTTP source', () => {
    const http = sources.find(({ id }) => id === 'HTTP');
    expect(http?.secretNames).toEqual(['authPassword', 'authBearerToken', 'authSecretValue']);
  });

  it('takes the form and the secrets of settings that are described with field()', () => {
    const [transport] = transports;
    if (transport === undefined) throw new Error('there is no transport');
    const settings = z.object({
      region: field(z.string().default('eu'), { label: 'Region', help: 'Where it is.' }),
      token: field(requiredText(), { label: 'Token', secret: true }),
    });
    const source = defineSource({
      id: 'Sample',
      title: 'Sample',
      description: '',
      streamTypes: ['JSON'],
      transport: { ...transport, settings },
    });
    expect(source.secretNames).toEqual(['token']);
    expect(source.fields).toMatchObject([
      { name: 'region', label: 'Region', help: 'Where it is.', default: 'eu' },
      { name: 'token', label: 'Token', secret: true },
    ]);
  });
});

describe('HTTP authentication', () => {
  it('has every file in its list', () => {
    const files = listed('./transports/http/auth/').map(({ name }) => name.replace('.ts', ''));
    const kinds = httpAuths.map(({ kind }) => (kind === 'HMAC' ? 'hmac' : kebab(kind)));
    const missing = files
      .filter((name) => name !== 'index' && !kinds.includes(name))
      .map((name) => `transports/http/auth/index.ts: add ${name}`);
    expect(missing).toEqual([]);
    expect(kinds).toEqual(kinds.toSorted());
  });
});

describe('stream types', () => {
  it('[002-4.1] [002-9.28] has a reader for each stream type and no other', () => {
    expect(streamFramings.map(({ type }) => type).toSorted()).toEqual([...streamTypes].toSorted());
    expect([...streamTypes].toSorted()).toEqual([
      'Auto',
      'CloudWatchLogs',
      'JSON',
      'JsonArray',
      'Lines',
      'XML',
    ]);
  });

  it('has a file for each', () => {
    const files = listed('./framing/').map(({ name }) => name);
    const names: Record<string, string> = {
      JSON: 'json',
      JsonArray: 'json-array',
      CloudWatchLogs: 'cloudwatch-logs',
      XML: 'xml',
    };
    for (const { type } of streamFramings) expect(files).toContain(`${names[type] ?? kebab(type)}.ts`);
  });

  it('marks XML as beta', () => {
    expect(streamFramings.filter(({ isBeta }) => isBeta).map(({ type }) => type)).toEqual(['XML']);
  });
});
