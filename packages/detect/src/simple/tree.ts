import type { Severity } from '@margay/model';
import type { Combinator } from './combinators.ts';
import type { Condition } from './conditions/condition.ts';
import type { Given } from './given.ts';
import type { Quantifier } from './quantifiers.ts';
import type { Specifier } from './specifier.ts';

/** A simple detection that was read and found in order. Depth and size are bounded. */
export interface CheckedSimpleDetection {
  /** All must hold. */
  detection: Expression[];
  alertTitle?: TitlePart[];
  alertContext?: { name: string; key: Specifier }[];
  groupBy?: Specifier[];
  /** The first whose conditions all hold wins. `changeTo` is the spelling of the file. */
  dynamicSeverities?: { severity: Severity; changeTo: string; conditions: Expression[] }[];
}

export type TitlePart = string | Specifier;

/** `name` of a condition is the spelling of the file; there are older ones. */
export type Expression =
  | { kind: 'group'; combinator: Combinator; parts: Expression[] }
  | { kind: 'absolute'; name: string; holds: boolean }
  | { kind: 'test'; key: Specifier; condition: Condition; name: string; given: Given }
  | { kind: 'compare'; left: Specifier; right: Specifier; condition: Condition; name: string }
  | { kind: 'elements'; key: Specifier; quantifier: Quantifier; parts: Expression[] };
