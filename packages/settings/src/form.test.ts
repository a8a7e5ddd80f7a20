import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { field, requiredText } from './field.ts';
import { settingsForm } from './form.ts';
import { readSettings } from './read.ts';
import { mergeSettings, secretNamesOf } from './secrets.ts';
import { shownFields } from './shown.ts';

const text = (pattern = /\S/) => z.string().regex(pattern, 'This field is required').max(40);
const shared = { id: field(z.string().default('Key'), { label: 'Id header' }) };
const union = {
  id: 'union',
  settings: field(
    z.discriminatedUnion('method', [
      field(
        z.object({
          method: z.literal('Token'),
          secret: field(text(), { label: 'Token', secret: true }),
          ...shared,
        }),
        { label: 'Bearer token' },
      ),
      field(
        z.object({
          method: z.literal('Signed'),
          header: field(z.string(), { label: 'Header' }),
          secret: field(text(), { label: 'Key', secret: true }),
          ...shared,
        }),
        { label: 'Signature' },
      ),
      field(
        z.object({
          method: z.literal('None'),
          isOpen: field(z.literal(true), { label: 'Anyone may send' }),
          ...shared,
        }),
        { label: 'None' },
      ),
    ]),
    { label: 'Method', initial: 'Signed' },
  ),
};
const paged = {
  id: 'paged',
  settings: z.object({
    pages: field(z.enum(['none', 'cursor']).default('none'), { label: 'Pages' }),
    cursor: field(z.string().trim().optional(), {
      label: 'Cursor',
      shownWhen: { field: 'pages', oneOf: ['cursor'] },
      required: true,
    }),
    size: field(z.number().int().min(1).max(500).default(100), {
      label: 'Size',
      shownWhen: { field: 'pages', oneOf: ['cursor'] },
    }),
  }),
};
const faultsOf = (
  definition: typeof union | typeof paged,
  given: Record<string, unknown>,
  refusesUnknown = false,
) => {
  const read = readSettings(definition, given, { refusesUnknown });
  return 'faults' in read ? read.faults.map(({ field: name }) => name) : read.values;
};

describe('the form of a union', () => {
  it('begins with the choice, and says of each setting for which choice it is', () => {
    expect(
      settingsForm(union).map(({ name, kind, required, shownWhen }) => [
        name,
        kind,
        required,
        shownWhen?.oneOf,
      ]),
    ).toEqual([
      ['method', 'select', true, undefined],
      ['secret', 'password', true, ['Token']],
      ['header', 'text', true, ['Signed']],
      ['secret', 'password', true, ['Signed']],
      ['isOpen', 'boolean', true, ['None']],
      ['id', 'text', false, undefined],
    ]);
    const [choice, secret, , , isOpen, id] = settingsForm(union);
    expect(choice).toMatchObject({
      label: 'Method',
      default: 'Signed',
      options: [{ label: 'Bearer token' }, {}, {}],
    });
    expect(secret).toMatchObject({ label: 'Token', maxLength: 40, pattern: '\\S' });
    expect(isOpen).toMatchObject({ mustBeOn: true });
    expect(id).toMatchObject({ default: 'Key' });
    expect(secretNamesOf(union)).toEqual(['secret']);
  });

  it('takes the settings of the choice and no others', () => {
    expect(faultsOf(union, { method: 'Token', secret: 's', header: 'X' })).toEqual({
      method: 'Token',
      secret: 's',
      id: 'Key',
    });
    expect(faultsOf(union, { method: 'Signed' })).toEqual(['header', 'secret']);
    expect(faultsOf(union, { method: 'None', isOpen: false })).toEqual(['isOpen']);
    expect(faultsOf(union, { method: 'Other' })).toEqual(['method']);
  });

  it('keeps a secret for the choice it was typed in, and for no other', () => {
    const stored = { method: 'Token', secret: 'old', id: 'Key' };
    expect(mergeSettings(union, stored, { method: 'Token', secret: '' })['secret']).toBe('old');
    expect(mergeSettings(union, stored, { method: 'Signed', header: 'X' })).toEqual({
      method: 'Signed',
      header: 'X',
    });
    expect(faultsOf(union, mergeSettings(union, stored, { method: 'Signed', header: 'X' }))).toEqual([
      'secret',
    ]);
  });
});

describe('a setting that is not always shown', () => {
  it('is asked for while it is shown', () => {
    expect(faultsOf(paged, { pages: 'cursor', cursor: ' ' })).toEqual(['cursor']);
    expect(faultsOf(paged, { pages: 'cursor', cursor: 'after' })).toEqual({
      pages: 'cursor',
      cursor: 'after',
      size: 100,
    });
  });

  it('is left out while it is not, whatever it holds', () => {
    expect(faultsOf(paged, { pages: 'none', cursor: 7, size: -1 })).toEqual({ pages: 'none' });
    expect(faultsOf(paged, {})).toEqual({ pages: 'none' });
    expect(faultsOf(paged, { pages: 'none', cursor: 'x', other: 1 }, true)).toEqual(['other']);
  });

  it('has its limits in the form', () => {
    expect(settingsForm(paged)[2]).toMatchObject({ min: 1, max: 500, default: 100 });
  });

  it.each([
    ['stand before it', { field: 'missing', oneOf: ['x'] }, z.string().optional()],
    ['never maybe', { field: 'pages', oneOf: ['maybe'] }, z.string().optional()],
    ['let it be absent', { field: 'pages', oneOf: ['none'] }, requiredText()],
  ])('is refused when the product starts: %s', (message, shownWhen, schema) => {
    const settings = z.object({
      pages: field(z.enum(['none']), { label: 'Pages' }),
      cursor: field(schema as z.ZodType, { label: 'Cursor', shownWhen }),
    });
    expect(() => settingsForm({ id: 'bad', settings })).toThrow(message);
  });

  it('is never one of two with the same name, whatever was given', () => {
    fc.assert(
      fc.property(
        fc.dictionary(fc.constantFrom('method', 'secret', 'pages', 'id'), fc.anything()),
        (given) => {
          for (const definition of [union, paged]) {
            const names = shownFields(settingsForm(definition), given).map(({ name }) => name);
            expect(new Set(names).size).toBe(names.length);
            expect(() => readSettings(definition, given, { refusesUnknown: true })).not.toThrow();
          }
        },
      ),
    );
  });
});
