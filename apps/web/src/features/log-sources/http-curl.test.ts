import { describe, expect, it } from 'vitest';
import { curlCommand, sampleBody, shellQuoted } from './http-curl.ts';
import { sampleEventOf } from './sample-event.ts';

const url = 'https://logs.example.com/http/1';
const now = new Date('2026-01-31T09:30:00Z');
const body = { contentType: 'application/json', body: `{"note":"it's"}` };

describe('command that sends an event', () => {
  it('keeps quotes inside quotes', () => {
    expect(shellQuoted("it's")).toBe(`'it'\\''s'`);
  });

  it('carries each kind of authentication', () => {
    expect(
      curlCommand(url, { authMethod: 'SharedSecret', authHeaderKey: 'X-Key', authSecretValue: "a'b" }, body),
    ).toContain(`-H 'X-Key: a'\\''b'`);
    expect(curlCommand(url, { authMethod: 'Bearer', authBearerToken: 't' }, body)).toContain(
      `-H 'Authorization: Bearer t'`,
    );
    expect(curlCommand(url, { authMethod: 'Basic', authUsername: 'u', authPassword: 'p' }, body)).toContain(
      `-u 'u:p'`,
    );
    expect(curlCommand(url, { authMethod: 'None' }, body)).not.toContain('Authorization');
  });

  it('signs the body it sends', () => {
    const command = curlCommand(
      url,
      { authMethod: 'HMAC', authHeaderKey: 'X-Sig', authSecretValue: 'k', authHmacAlg: 'SHA1' },
      body,
    );
    expect(command).toContain(`openssl dgst -sha1 -hmac 'k'`);
    expect(command).toContain('-H "X-Sig: sha1=$SIGNATURE"');
    expect(command).toContain('--data-binary "$BODY"');
  });

  it('says what to put where a secret is not known', () => {
    expect(curlCommand(url, { authMethod: 'SharedSecret', authHeaderKey: 'X-Key' }, body)).toContain(
      `-H 'X-Key: <secret>'`,
    );
  });
});

describe('sample of a log type', () => {
  it('wraps the event as the stream type says', () => {
    const wrapped = (type: 'JsonArray' | 'JSON' | 'XML', envelopeField?: string) =>
      sampleBody(
        { logStreamType: type, logStreamTypeOptions: envelopeField ? { envelopeField } : {} },
        { a: '<1>' },
        now,
      ).body;
    expect(wrapped('JSON')).toBe('{"a":"<1>"}');
    expect(wrapped('JsonArray')).toBe('[{"a":"<1>"}]');
    expect(wrapped('JsonArray', 'Records')).toBe('{"Records":[{"a":"<1>"}]}');
    expect(wrapped('XML')).toBe('<event><a>&lt;1&gt;</a></event>');
  });

  it('fills the required fields with values the schema accepts', () => {
    const spec = `fields:
  - { name: at, required: true, type: timestamp, timeFormats: [unix_ms] }
  - { name: ip, required: true, type: string, indicators: [ip], validate: { ip: ipv6 } }
  - { name: kind, required: true, type: string, validate: { allow: [login] } }
  - { name: tags, required: true, type: array, element: { type: string } }
  - { name: note, type: string }
`;
    expect(sampleEventOf(spec, 'Custom.Mine', false, now)).toEqual({
      at: now.getTime(),
      ip: '2001:db8::1',
      kind: 'login',
      tags: ['sample'],
    });
  });

  it('has none for log types that read text', () => {
    const spec = `parser:\n  csv: { delimiter: ',', hasHeader: true }\nfields: [{ name: a, type: string }]\n`;
    expect(sampleEventOf(spec, 'Custom.Mine', false, now)).toBeUndefined();
  });
});
