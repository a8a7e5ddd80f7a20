import { describe, expect, it } from 'vitest';
import {
  afterChange,
  checkForm,
  firstValues,
  keptSecrets,
  valuesOf,
  valuesToSend,
} from './setting-values.ts';
import type { FieldDescriptor } from './setting-values.ts';

const when = (...oneOf: string[]) => ({ field: 'method', oneOf });
const fields: FieldDescriptor[] = [
  {
    name: 'method',
    label: 'Method',
    kind: 'select',
    required: true,
    default: 'Token',
    options: ['Token', 'Signed', 'None'].map((value) => ({ value, label: value })),
  },
  {
    name: 'secret',
    label: 'Token',
    kind: 'password',
    secret: true,
    required: true,
    shownWhen: when('Token'),
  },
  {
    name: 'header',
    label: 'Header',
    kind: 'text',
    required: true,
    pattern: '^[A-Za-z-]+$',
    maxLength: 10,
    default: 'X-Key',
    shownWhen: when('Signed'),
  },
  { name: 'secret', label: 'Key', kind: 'password', secret: true, required: true, shownWhen: when('Signed') },
  { name: 'isOpen', label: 'Open', kind: 'boolean', required: true, mustBeOn: true, shownWhen: when('None') },
  { name: 'id', label: 'Id', kind: 'text' },
];

describe('the values of a form', () => {
  it('begin with the defaults of what is shown', () => {
    expect(firstValues(fields)).toEqual({ method: 'Token', secret: undefined, id: undefined });
    expect(valuesOf(fields, { method: 'Signed' })).toMatchObject({ method: 'Signed', header: 'X-Key' });
  });

  it('lose a secret with its field, and gain the defaults of others', () => {
    const typed = { method: 'Token', secret: 'hush', id: 'a' };
    expect(afterChange(fields, typed, { ...typed, method: 'Signed' })).toEqual({
      method: 'Signed',
      secret: undefined,
      header: 'X-Key',
      id: 'a',
    });
    expect(afterChange(fields, typed, { ...typed, id: 'b' })['secret']).toBe('hush');
  });

  it('keep a stored secret in the field it was typed in', () => {
    const stored = { names: ['secret'], values: { method: 'Token' } };
    expect(keptSecrets(fields, stored, { method: 'Token' })).toEqual(['secret']);
    expect(keptSecrets(fields, stored, { method: 'Signed' })).toEqual([]);
  });

  it('are checked where they are shown', () => {
    expect(checkForm(fields, { method: 'Token' })).toEqual({ secret: 'This field is required' });
    expect(checkForm(fields, { method: 'Token', secret: '  ' })).toEqual({
      secret: 'This field is required',
    });
    expect(checkForm(fields, { method: 'Token' }, ['secret'])).toEqual({});
    expect(checkForm(fields, { method: 'None' })).toEqual({ isOpen: 'This field is required' });
    const header = (text: string) =>
      checkForm(fields, { method: 'Signed', header: text, secret: 's' })['header'];
    expect(header('X Key')).toBe('Has characters that are not allowed here');
    expect(header('x'.repeat(11))).toBe('Must be at most 10 characters');
    expect(header('X-Key')).toBeUndefined();
  });

  it('are sent where they are shown and not empty; a secret goes as it was typed', () => {
    const values = { method: 'Token', secret: ' s ', header: 'X-Key', id: ' a ' };
    expect(valuesToSend(fields, values)).toEqual({ method: 'Token', secret: ' s ', id: 'a' });
  });
});
