import { parseLogJson } from '@margay/schema';
import type { MaskSpec, SchemaField, ValueSchema } from '@margay/schema';
import { walkAws } from '../indicators/aws-walk.ts';
import { bigintConverter, booleanConverter, floatConverter, smallWholeConverter } from './numbers.ts';
import { objectConverter } from './objects.ts';
import { refuse } from './run.ts';
import type { Converter } from './run.ts';
import { cleaned } from './unknown-fields.ts';
import type { Discover } from './unknown-fields.ts';
import { stringConverter } from './strings.ts';
import { timestampConverter } from './timestamps.ts';

/** Settings of the schema that reach down to single values. */
export interface ConvertSettings {
  walk: 'aws' | undefined;
  discover: Discover | undefined;
  /** Below a discovered field: its type is a guess that makes a column, and no reason to change a value. */
  asItCame?: boolean;
}

export interface FieldExtras {
  mask?: MaskSpec;
  /** Search the text for IP addresses. */
  scan?: boolean;
}

/** Compiles the conversion of one value. */
export function converterOf(
  value: ValueSchema,
  settings: ConvertSettings,
  extras: FieldExtras = {},
): Converter {
  if (settings.asItCame === true && value.type !== 'object') return asItCame;
  switch (value.type) {
    case 'string':
      return stringConverter({
        indicators: value.indicators,
        validate: value.validate,
        mask: extras.mask,
        scan: extras.scan ?? false,
      });
    case 'int':
    case 'smallint':
      return smallWholeConverter(value.type);
    case 'bigint':
      return bigintConverter;
    case 'float':
      return floatConverter;
    case 'boolean':
      return booleanConverter;
    case 'timestamp':
      return timestampConverter(value.formats, value.isEventTime);
    case 'array': {
      const convert = arrayConverter(
        converterOf(value.element, below(settings, undefined)),
        value.element.type === 'object',
      );
      return value.isEmbeddedJson ? fromEmbedded(convert, 'refuse') : convert;
    }
    case 'object': {
      const convert = objectConverter(value.fields, {
        discover: settings.discover,
        compile: (field) => converterOf(field.value, below(settings, field), { mask: field.mask }),
      });
      return value.isEmbeddedJson ? fromEmbedded(convert, 'refuse') : convert;
    }
    case 'json': {
      const convert: Converter = settings.walk === 'aws' ? walkedJson : (item) => item;
      return value.isEmbeddedJson ? fromEmbedded(convert, 'keep') : convert;
    }
  }
}

/** The same settings one level down: in a field, or in the elements of a list. */
export function below(
  settings: ConvertSettings,
  field: Pick<SchemaField, 'name' | 'isDiscovered'> | undefined,
): ConvertSettings {
  const here = field?.isDiscovered === true ? { ...settings, asItCame: true } : settings;
  if (settings.discover === undefined) return here;
  const { parents } = settings.discover;
  const inside = parents === undefined || field === undefined ? undefined : [...parents, field.name];
  return { ...here, discover: { parents: inside } };
}

const asItCame: Converter = (value) => cleaned(value, 0);

const walkedJson: Converter = (value, run) => {
  walkAws(value, run.indicators.add);
  return value;
};

/** Every element keeps its place: one that is null, or turns out to be nothing, is null; an empty object stays one. */
function arrayConverter(convert: Converter, isOfObjects: boolean): Converter {
  return (value, run) => {
    if (!Array.isArray(value)) return refuse(run, 'is not a list');
    const items: unknown[] = [];
    for (let index = 0; index < value.length; index++) {
      const item: unknown = value[index];
      if (item === null || item === undefined) {
        items.push(null);
        continue;
      }
      const converted = convert(item, run);
      if (run.mismatch !== undefined) {
        run.mismatchPath = run.mismatchPath === '' ? `[${index}]` : `[${index}].${run.mismatchPath}`;
        return undefined;
      }
      items.push(converted ?? (isOfObjects ? {} : null));
    }
    return items;
  };
}

/** The value arrives as text that holds JSON. Text that is not JSON is refused, or kept as it is for type json. */
function fromEmbedded(convert: Converter, otherwise: 'refuse' | 'keep'): Converter {
  return (value, run) => {
    if (typeof value !== 'string') return convert(value, run);
    if (value.trim() === '') return undefined;
    let decoded: unknown;
    try {
      decoded = parseLogJson(value);
    } catch {
      return otherwise === 'keep' ? value : refuse(run, 'is not text that holds JSON');
    }
    return decoded === null || decoded === undefined ? undefined : convert(decoded, run);
  };
}
