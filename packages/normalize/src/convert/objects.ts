import { exactTextOf } from '@margay/kit';
import type { SchemaField } from '@margay/schema';
import { cleaned, createUnknownKeeper } from './unknown-fields.ts';
import type { Discover } from './unknown-fields.ts';
import { refuse } from './run.ts';
import type { Converter, Run } from './run.ts';

interface CompiledField {
  key: string;
  column: string;
  required: boolean;
  isObject: boolean;
  isDiscovered: boolean;
  /** The key is one that every object inherits, such as `constructor`: only an own property counts. */
  isInherited: boolean;
  convert: Converter;
}

export interface ObjectSettings {
  /** Given when unknown fields are kept. */
  discover: Discover | undefined;
  /** Compiles the value of one field. */
  compile(field: SchemaField): Converter;
}

/** An object with known keys. Null values and objects that end up empty are left out. */
export function objectConverter(fields: readonly SchemaField[], settings: ObjectSettings): Converter {
  const compiled = fields.map((field): CompiledField => ({
    key: field.name,
    column: field.column,
    required: field.required,
    isObject: field.value.type === 'object',
    isDiscovered: field.isDiscovered,
    isInherited: field.name in Object.prototype,
    convert: settings.compile(field),
  }));
  const keepUnknown =
    settings.discover === undefined ? undefined : createUnknownKeeper(fields, settings.discover);
  return (value, run) => {
    if (
      typeof value !== 'object' ||
      value === null ||
      Array.isArray(value) ||
      exactTextOf(value) !== undefined
    ) {
      return refuse(run, 'is not an object');
    }
    const source = value as Record<string, unknown>; // checked above: an object with text keys
    const target: Record<string, unknown> = {};
    let isEmpty = true;
    for (const field of compiled) {
      const raw = field.isInherited && !Object.hasOwn(source, field.key) ? undefined : source[field.key];
      const converted = raw === undefined || raw === null ? undefined : field.convert(raw, run);
      if (run.mismatch !== undefined) {
        if (!field.isDiscovered) return failedAt(run, field.key);
        // Nobody asked for this type: the value stays as it came, beside its column.
        run.mismatch = undefined;
        run.mismatchPath = '';
        const kept = cleaned(raw, 0);
        if (kept === undefined) continue;
        target[field.column] = kept;
        isEmpty = false;
        continue;
      }
      if (converted !== undefined) {
        target[field.column] = converted;
        isEmpty = false;
      } else if (field.required && !(field.isObject && raw !== undefined && raw !== null)) {
        refuse(run, 'is required');
        return failedAt(run, field.key);
      }
    }
    if (keepUnknown?.(source, target, run)) isEmpty = false;
    return isEmpty ? undefined : target;
  };
}

function failedAt(run: Run, key: string): undefined {
  const rest = run.mismatchPath;
  run.mismatchPath = rest === '' ? key : rest.startsWith('[') ? key + rest : `${key}.${rest}`;
  return undefined;
}
