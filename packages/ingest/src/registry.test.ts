import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { streamTypes } from '@margay/model';
import { streamFramings } from './framing/index.ts';
import { httpAuths } from './transports/http/auth/index.ts';
import { transports } from './transports/index.ts';
import { secretSettingsOf, settingsFormOf } from './transports/transport.ts';

const listed = (folder: string) => readdirSync(new URL(folder, import.meta.url), { withFileTypes: true });
const kebab = (name: string) => name.replaceAll(/(?<=[a-z])(?=[A-Z])/g, '-').toLowerCase();

describe('transports', () => {
  it('has every folder in its list', () => {
    const folders = listed('./transports/')
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => name);
    const ids = transports.map(({ id }) => id);
    const missing = folders
      .filter((name) => !ids.includes(name))
      .map((name) => `transports/index.ts: add ${name}`);
    expect(missing).toEqual([]);
    expect(ids).toEqual(folders.toSorted());
  });

  it.each(transports)('$id: a form can be made of its settings', (transport) => {
    const form = settingsFormOf(transport);
    const variants = form.oneOf ?? [form];
    for (const variant of variants) {
      for (const [name, field] of Object.entries(variant.properties ?? {})) {
        if (typeof field === 'boolean' || ('const' in field && name === 'authMethod')) continue;
        expect(field.title, `${transport.id}: the setting ${name} needs a title`).toBeTruthy();
      }
    }
  });

  it('knows the secrets of the HTTP source', () => {
    const [http] = transports.filter(({ id }) => id === 'http');
    expect(http && secretSettingsOf(http)).toEqual(['authBearerToken', 'authPassword', 'authSecretValue']);
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
