import { type FaultCode, type FaultPath, faultCodes } from '../fault.ts';
import type { Condition } from '../conditions/condition.ts';
import type { Scalar } from '../given.ts';
import { mostValues, type Reader } from './reader.ts';
import { kindOf, readList } from './shapes.ts';

export function isScalar(raw: unknown): raw is Scalar {
  if (typeof raw === 'number') return Number.isFinite(raw);
  return typeof raw === 'string' || typeof raw === 'bigint' || typeof raw === 'boolean';
}

/** `Value`: text, a number or a boolean the condition can do something with. */
export function readValue(
  reader: Reader,
  raw: unknown,
  condition: Condition,
  path: FaultPath,
): Scalar | undefined {
  if (!isScalar(raw))
    return reader.fault(
      faultCodes.keyValue,
      path,
      `The value is ${typeof raw === 'number' ? 'no finite number' : kindOf(raw)}.`,
      `${condition.name} takes one text, number or boolean${raw === null ? '; for null there is IsNull' : ''}.`,
    );
  const fault = condition.faultOf?.(raw);
  if (!fault) return raw;
  return reader.fault(codeOf[fault.is], path, fault.message, fault.remedy);
}

const codeOf: Record<'text' | 'number' | 'other', FaultCode> = {
  text: faultCodes.textExpected,
  number: faultCodes.numberExpected,
  other: faultCodes.keyValue,
};

export function readValues(
  reader: Reader,
  raw: unknown,
  condition: Condition,
  path: FaultPath,
): Scalar[] | undefined {
  const list = readList(reader, raw, path);
  if (!list) return undefined;
  if (list.length === 0 || list.length > mostValues)
    return reader.fault(
      faultCodes.keyValues,
      path,
      `There are ${list.length} values.`,
      `${condition.name} takes between 1 and ${mostValues}.`,
    );
  const values: Scalar[] = [];
  for (const [at, value] of list.entries()) {
    if (isScalar(value)) values.push(value);
    else
      reader.fault(
        faultCodes.keyValues,
        [...path, at],
        `This value is ${typeof value === 'number' ? 'no finite number' : kindOf(value)}.`,
        'Values are texts, numbers or booleans.',
      );
  }
  return values.length === list.length ? values : undefined;
}
