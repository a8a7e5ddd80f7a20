import { describe, expect, it } from 'vitest';
import { checkSettings, readTransportForm, settingsToSend, variantFor } from './transport-form.ts';

const header = {
  type: 'string',
  title: 'Header',
  pattern: '^[A-Za-z-]{1,100}$',
  maxLength: 100,
};
const form = {
  oneOf: [
    {
      type: 'object',
      title: 'Shared secret',
      properties: {
        authMethod: { type: 'string', const: 'SharedSecret' },
        authHeaderKey: header,
        authSecretValue: { type: 'string', title: 'Secret', secret: true, pattern: '\\S' },
        deliveryIdHeader: { type: 'string', default: 'Idempotency-Key' },
      },
      required: ['authMethod', 'authHeaderKey', 'authSecretValue'],
    },
    {
      type: 'object',
      title: 'None',
      properties: {
        authMethod: { type: 'string', const: 'None' },
        allowUnauthenticated: { type: 'boolean', const: true, title: 'Accept logs from anyone' },
        alg: { type: 'string', enum: ['SHA1', 'SHA256'] },
      },
      required: ['authMethod', 'allowUnauthenticated'],
    },
  ],
};

describe('form of a transport', () => {
  const read = readTransportForm(form);
  const shared = variantFor(read, { authMethod: 'SharedSecret' });
  const none = variantFor(read, { authMethod: 'None' });

  it('reads variants, kinds and defaults', () => {
    expect(read.discriminator).toBe('authMethod');
    expect(read.variants.map(({ id, title }) => [id, title])).toEqual([
      ['SharedSecret', 'Shared secret'],
      ['None', 'None'],
    ]);
    expect(shared.fields.map(({ name, kind, required }) => [name, kind, required])).toEqual([
      ['authHeaderKey', 'text', true],
      ['authSecretValue', 'password', true],
      ['deliveryIdHeader', 'text', false],
    ]);
    expect(shared.defaults).toEqual({ deliveryIdHeader: 'Idempotency-Key' });
    expect(none.fields[1]).toMatchObject({
      kind: 'select',
      options: [{ value: 'SHA1' }, { value: 'SHA256' }],
    });
  });

  it('asks for what is required, unless the server has the secret', () => {
    expect(checkSettings(shared, {})).toEqual({
      authHeaderKey: 'This field is required',
      authSecretValue: 'This field is required',
    });
    expect(checkSettings(shared, { authHeaderKey: 'X-Key' }, ['authSecretValue'])).toEqual({});
    expect(checkSettings(none, { allowUnauthenticated: false })).toEqual({
      allowUnauthenticated: 'This field is required',
    });
  });

  it('refuses what the pattern or the length forbids', () => {
    const fault = (authHeaderKey: string) =>
      checkSettings(shared, { authHeaderKey, authSecretValue: 'x' }).authHeaderKey;
    expect(fault('X Key')).toBe('Has characters that are not allowed here');
    expect(fault('x'.repeat(101))).toBe('Must be at most 100 characters');
    expect(checkSettings(shared, { authHeaderKey: 'X', authSecretValue: '  ' }).authSecretValue).toBe(
      'This field is required',
    );
  });

  it('sends constants and filled fields of its variant only', () => {
    const values = { authHeaderKey: 'X-Key', authSecretValue: '', other: 'stays here' };
    expect(settingsToSend(shared, values)).toEqual({ authMethod: 'SharedSecret', authHeaderKey: 'X-Key' });
  });

  it('refuses what is no form', () => {
    expect(() => readTransportForm({ oneOf: 'x' })).toThrow();
  });
});
