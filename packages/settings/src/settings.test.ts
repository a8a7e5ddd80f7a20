import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { field, optionalWebAddress, requiredText, webAddress } from './field.ts';
import { settingsForm } from './form.ts';
import {
  mergeSettings,
  redactSettings,
  secretNamesOf,
  secretsToEnterAgain,
  splitSecrets,
} from './secrets.ts';

const definition = {
  id: 'sample',
  settings: z.object({
    project: field(requiredText(), { label: 'Project', help: 'Its key.', placeholder: 'SEC' }),
    token: field(requiredText(), { label: 'Token', secret: true }),
    region: field(z.enum(['US', 'EU']).default('US'), { label: 'Region', optionLabels: { EU: 'Europe' } }),
    labels: field(z.array(z.string()).optional(), { label: 'Labels' }),
    kinds: field(z.array(z.enum(['A', 'B'])), { label: 'Kinds' }),
    sync: field(z.boolean().default(false), { label: 'Sync' }),
    port: field(z.number().optional(), { label: 'Port' }),
    note: field(z.string().optional(), { label: 'Note', kind: 'textarea' }),
    headers: field(z.record(z.string(), z.string()).default({}), { label: 'Headers', secret: true }),
  }),
};
const stored = { project: 'SEC', token: 's3cret', headers: { 'X-A': '1', 'X-B': '2' } };

const secretNames = secretNamesOf(definition);

describe('settings', () => {
  it('describes the form in the order of the schema', () => {
    const form = settingsForm(definition);
    expect(form.map(({ name, kind, required, secret }) => [name, kind, required, secret])).toEqual([
      ['project', 'text', true, false],
      ['token', 'password', true, true],
      ['region', 'select', false, false],
      ['labels', 'list', false, false],
      ['kinds', 'multiselect', true, false],
      ['sync', 'boolean', false, false],
      ['port', 'number', false, false],
      ['note', 'textarea', false, false],
      ['headers', 'keyvalue', false, true],
    ]);
    expect(form[0]).toMatchObject({ label: 'Project', help: 'Its key.', placeholder: 'SEC' });
    expect(form[2]?.options).toEqual([
      { value: 'US', label: 'US' },
      { value: 'EU', label: 'Europe' },
    ]);
  });

  it('names the setting that has no label', () => {
    const bare = { id: 'sample', settings: z.object({ url: z.string() }) };
    expect(() => settingsForm(bare)).toThrow('"url"');
  });

  it('shows no secret', () => {
    expect(redactSettings(secretNames, stored)).toEqual({
      project: 'SEC',
      token: '',
      headers: { 'X-A': '', 'X-B': '' },
    });
  });

  it('keeps a secret that is left empty', () => {
    expect(mergeSettings(definition, stored, { project: 'OPS', token: '' })).toEqual({
      project: 'OPS',
      token: 's3cret',
      headers: { 'X-A': '1', 'X-B': '2' },
    });
    expect(mergeSettings(definition, stored, { project: 'OPS', token: 'new' })).toMatchObject({
      token: 'new',
    });
  });

  it('keeps, replaces and removes the members of a secret table', () => {
    const merged = mergeSettings(definition, stored, { ...stored, headers: { 'X-A': '', 'X-C': '3' } });
    expect(merged['headers']).toEqual({ 'X-A': '1', 'X-C': '3' });
    const asList = [{ name: 'X-B', value: '' }];
    expect(mergeSettings(definition, stored, { ...stored, headers: asList })['headers']).toEqual({
      'X-B': '2',
    });
    expect(mergeSettings(definition, stored, { ...stored, headers: {} })['headers']).toEqual({});
  });

  it('saves what was redacted without change', () => {
    expect(mergeSettings(definition, stored, redactSettings(secretNames, stored))).toEqual(stored);
  });

  it('parts secrets from the rest and loses nothing', () => {
    const { open, secret } = splitSecrets(secretNames, stored);
    expect(open).toEqual({ project: 'SEC' });
    expect({ ...open, ...secret }).toEqual(stored);
  });

  it('names the secrets that must be entered again because they would go to another server', () => {
    const settings = z.object({
      url: field(requiredText(), { label: 'URL', secret: true }),
      token: field(z.string().optional(), { label: 'Token', secret: true, sentTo: 'url' }),
      headers: field(z.record(z.string(), z.string()).default({}), {
        label: 'Headers',
        secret: true,
        sentTo: 'url',
      }),
    });
    const moving = { id: 'moving', settings };
    const before = { url: 'https://a.example/x', token: 't', headers: { 'X-A': '1' } };
    const again = (given: Record<string, unknown>, was: Record<string, unknown> = before) =>
      secretsToEnterAgain(moving, { stored: was, given, merged: mergeSettings(moving, was, given) });
    const elsewhere = { url: 'https://b.example/x' };
    expect(again(elsewhere)).toEqual(['token', 'headers']);
    expect(again({ ...elsewhere, token: '', headers: { 'X-A': '' } })).toEqual(['token', 'headers']);
    expect(again({ ...elsewhere, token: 'u', headers: [{ name: 'X-A', value: '' }] })).toEqual(['headers']);
    expect(again({ ...elsewhere, token: 't', headers: { 'X-A': '1' } })).toEqual([]);
    expect(again({ ...elsewhere, token: 't', headers: {} })).toEqual([]);
    expect(again({ url: 'http://a.example/x', token: '', headers: {} })).toEqual(['token']);
    expect(again({ url: '', token: '', headers: { 'X-A': '' } })).toEqual([]);
    expect(again({ url: 'https://a.example/other', token: '' })).toEqual([]);
    expect(again(elsewhere, { url: 'https://a.example/x', headers: {} })).toEqual([]);
    expect(again({ ...elsewhere, token: 'first' }, {})).toEqual([]);
  });

  it('asks for a secret again when what is got with it would go to another server', () => {
    const settings = z.object({
      url: field(webAddress(), { label: 'URL' }),
      tokenUrl: field(optionalWebAddress(), { label: 'Token address' }),
      secret: field(z.string().optional(), { label: 'Secret', secret: true, sentTo: ['tokenUrl', 'url'] }),
    });
    const client = { id: 'client', settings };
    const before = { url: 'https://api.example/', tokenUrl: 'https://login.example/', secret: 's' };
    const again = (given: Record<string, unknown>, was: Record<string, unknown> = before) =>
      secretsToEnterAgain(client, { stored: was, given, merged: mergeSettings(client, was, given) });
    const { secret: _secret, ...same } = before;
    expect(again({ ...same, url: 'https://api.example/v2' })).toEqual([]);
    expect(again({ ...same, url: 'https://other.example/' })).toEqual(['secret']);
    expect(again({ ...same, tokenUrl: 'https://other.example/' })).toEqual(['secret']);
    // It goes nowhere without a token address, and not to the one that is named afterwards.
    const resting = { url: 'https://other.example/', tokenUrl: '' };
    expect(again(resting)).toEqual([]);
    expect(again({ ...same, url: resting.url }, { ...resting, secret: 's' })).toEqual(['secret']);
  });

  it('takes no address for an optional one, and no text that is none', () => {
    const accepts = (value: unknown) => optionalWebAddress().safeParse(value).success;
    expect([undefined, '', ' ', 'https://a.example'].map(accepts)).toEqual([true, true, true, true]);
    expect(['a.example', 'ftp://a.example', 'https://u:p@a.example'].map(accepts)).toEqual([
      false,
      false,
      false,
    ]);
  });
});
