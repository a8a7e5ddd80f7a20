import type { FieldType } from '@margay/model';

export const text: FieldType = { kind: 'string' };
export const integer: FieldType = { kind: 'bigint' };
export const float: FieldType = { kind: 'float' };
export const boolean: FieldType = { kind: 'boolean' };
export const timestamp: FieldType = { kind: 'timestamp' };
export const json: FieldType = { kind: 'json' };
export const arrayOf = (element: FieldType): FieldType => ({ kind: 'array', element });

export function isInteger(type: FieldType): boolean {
  return type.kind === 'int' || type.kind === 'smallint' || type.kind === 'bigint';
}

export function isNumber(type: FieldType): boolean {
  return isInteger(type) || type.kind === 'float';
}

export function isScalar(type: FieldType): boolean {
  return type.kind !== 'array' && type.kind !== 'object' && type.kind !== 'json';
}

/** The type's name as people write it in messages. */
export function nameOfType(type: FieldType): string {
  if (type.kind === 'array') return `array of ${nameOfType(type.element)}`;
  return type.kind === 'string' ? 'text' : type.kind;
}

/** The narrowest type both fit in; anything that does not go together becomes json. */
export function commonType(a: FieldType, b: FieldType): FieldType {
  if (a === b) return a;
  if (isNumber(a) && isNumber(b)) {
    if (a.kind === 'float' || b.kind === 'float') return float;
    return a.kind === b.kind ? a : integer;
  }
  if (a.kind === 'array' && b.kind === 'array') {
    const element = commonType(a.element, b.element);
    return element === a.element ? a : arrayOf(element);
  }
  if (a.kind === 'object' && b.kind === 'object') return mergeObjects(a, b);
  return a.kind === b.kind ? a : json;
}

type ObjectType = Extract<FieldType, { kind: 'object' }>;

function mergeObjects(a: ObjectType, b: ObjectType): FieldType {
  const fields = new Map(a.fields.map((field) => [field.name, field]));
  let isSame = true;
  for (const field of b.fields) {
    const known = fields.get(field.name);
    const type = known ? commonType(known.type, field.type) : field.type;
    if (known && type === known.type) continue;
    fields.set(field.name, known ? { ...known, type } : field);
    isSame = false;
  }
  return isSame ? a : { kind: 'object', fields: [...fields.values()] };
}

/** The field of this name: exact first, then ignoring case when that is unambiguous. */
export function fieldNamed<T extends { name: string }>(fields: readonly T[], name: string): T | undefined {
  const exact = fields.find((field) => field.name === name);
  if (exact) return exact;
  const lower = name.toLowerCase();
  const alike = fields.filter((field) => field.name.toLowerCase() === lower);
  return alike.length === 1 ? alike[0] : undefined;
}

export function elementOf(type: FieldType): FieldType {
  return type.kind === 'array' ? type.element : json;
}
