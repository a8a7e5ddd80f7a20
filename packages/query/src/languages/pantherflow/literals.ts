import { json } from '../../ir/types.ts';
import type { Typed } from './typed.ts';
import { asDocumentValue, asTextValue, call, constant, textConstant } from './typed.ts';

/** An array of any values; of constants it is a constant. */
export function arrayOf(elements: Typed[]): Typed {
  const jsons = elements.flatMap((element) => (element.constant ? [element.constant.json] : []));
  const made =
    jsons.length === elements.length
      ? constant(`[${jsons.join(',')}]`, json)
      : call('json_array', json, elements.map(asDocumentValue));
  return { ...made, elements };
}

/** An object of keys and values by turns; a null value leaves the key out. */
export function objectOf(parts: Typed[]): Typed {
  const pairs = Array.from({ length: parts.length / 2 }, (_, index) => ({
    key: asTextValue(parts[index * 2]!),
    value: parts[index * 2 + 1]!,
  }));
  if (!pairs.every(({ key, value }) => key.constant && value.constant))
    return call(
      'json_object',
      json,
      pairs.flatMap(({ key, value }) => [asDocumentValue(key), asDocumentValue(value)]),
    );
  const fields = new Map(pairs.map(({ key, value }) => [key.constant!.json, value.constant!.json]));
  const texts = [...fields].filter(([key, value]) => key !== 'null' && value !== 'null');
  return constant(`{${texts.map(([key, value]) => `${key}:${value}`).join(',')}}`, json);
}

export function objectLiteral(fields: { key: string; value: Typed }[]): Typed {
  return objectOf(fields.flatMap(({ key, value }) => [textConstant(key), value]));
}
