import {
  detectionKindOf,
  pythonOfKind,
  type EventObject,
  type PythonKind,
  type PythonRule,
} from '@margay/model';
import type { Rejection } from '../contract.ts';
import type { Condition } from '../prefilter/condition.ts';
import { compileInlineFilters } from '../simple/compile/compile-inline-filters.ts';
import { compileChecked, type CompiledSimpleDetection } from '../simple/compile/compile-simple-detection.ts';
import { faultCodes, type SimpleFault, textOfFault, textOfFaultPath } from '../simple/fault.ts';
import { impliedCondition } from '../simple/implied-condition.ts';
import { readSimpleDetection } from '../simple/read/read-simple-detection.ts';

/** What of a rule our own process does, without Python. */
export interface OwnRule {
  /** Judges instead of Python. */
  simple?: CompiledSimpleDetection;
  /** What every event it matches meets. */
  condition?: Condition;
  /** Its inline filters, where they can refuse an event. */
  passes?: (event: EventObject) => boolean;
  /** What keeps the rule from running. */
  faults: readonly SimpleFault[];
}

/** Undefined for a rule that is all Python. */
export function ownRuleOf(rule: PythonRule): OwnRule | undefined {
  const { simple, inlineFilters } = rule;
  if (!simple && !inlineFilters) return undefined;
  const own: OwnRule = { faults: [] };
  const faults: SimpleFault[] = [];
  if (simple && !pythonOfKind(rule.kind).mayBeSimple) faults.push(notSimple(rule.kind));
  else if (simple) {
    const read = readSimpleDetection(simple);
    if (read.faults) faults.push(...read.faults);
    else {
      own.simple = compileChecked(read.value);
      own.condition = impliedCondition(read.value);
    }
  }
  if (inlineFilters) {
    const { value: filters, faults: wrong } = compileInlineFilters(inlineFilters);
    if (wrong) faults.push(...wrong);
    else if (!filters.passAll) own.passes = filters.passes;
  }
  own.faults = faults;
  return simple || own.passes || faults.length > 0 ? own : undefined;
}

/** The first fault is told whole, the others are counted. */
export function rejectionOf(ruleId: string, faults: readonly SimpleFault[]): Rejection | undefined {
  const [first, ...others] = faults;
  if (!first) return undefined;
  const more = others.length === 0 ? '' : ` (${others.length} more)`;
  const field = textOfFaultPath(first.path);
  return { id: ruleId, kind: 'rule', field, error: `${textOfFault(first)}${more}` };
}

const notSimple = (kind: PythonKind): SimpleFault => {
  const { title } = detectionKindOf(kind);
  return {
    code: faultCodes.unexpectedType,
    path: ['Detection'],
    message: `A ${title} has no simple detection.`,
    remedy: `Write ${pythonOfKind(kind).signature} in Python.`,
  };
};
