import type { LeafTest } from '@margay/model';
import * as z from 'zod';

/**
 * A condition an event must meet for a rule to be worth running, as plain JSON. It is necessary, not sufficient:
 * where it does not hold, `rule()` returns False without any other effect.
 */
export type Condition =
  | boolean
  | { all: Condition[] }
  | { any: Condition[] }
  | { path: FieldPath; is: LeafTest; not?: boolean };

/** `keys`: mapping keys from the root, found as the event object finds them. `udm`: a unified name. */
export type FieldPath = { keys: string[] } | { udm: string };

const literal = z.union([z.string(), z.number(), z.boolean(), z.null()]);
const texts = z.array(z.string()).min(1);
const leafTest = z.union([
  z.strictObject({ in: z.array(literal).min(1) }),
  z.strictObject({ prefix: texts }),
  z.strictObject({ suffix: texts }),
  z.strictObject({ contains: texts }),
  z.enum(['truthy', 'missing', 'null', 'text', 'mapping', 'list', 'number', 'unsafe']),
]);
const fieldPath = z.union([
  z.strictObject({ keys: z.array(z.string()).min(1) }),
  z.strictObject({ udm: z.string() }),
]);
const conditionSchema: z.ZodType<Condition> = z.lazy(() =>
  z.union([
    z.boolean(),
    z.strictObject({ all: z.array(conditionSchema) }),
    z.strictObject({ any: z.array(conditionSchema) }),
    z.strictObject({ path: fieldPath, is: leafTest, not: z.boolean().optional() }),
  ]),
);

/** A look at one value of an event, by mapping keys from the root, found as the event object finds them. */
export interface FieldRead {
  keys: string[];
  /** Whether there is anything on the way to an absent value matters too. */
  isStrict: boolean;
}

/** What the text of a rule tells. */
export interface RuleAnalysis {
  condition: Condition;
  /** Paths to the fields the answer depends on, where it depends on nothing else. */
  fields?: string[][];
  /** What all functions of the rule together look at, where what they give depends on nothing else. */
  reads?: FieldRead[];
}

const path = z.array(z.string()).min(1);
const fieldsSchema = z.array(path).min(1);
const readsSchema = z.array(z.strictObject({ keys: path, isStrict: z.boolean().default(false) })).min(1);

const analysisSchema = z
  .object({ condition: z.unknown(), fields: z.unknown(), reads: z.unknown() })
  .partial();

/** Anything that is not plainly what we expect counts as "nothing is known": the rule always runs. */
export function parseAnalysis(text: string): RuleAnalysis {
  try {
    const told = analysisSchema.parse(JSON.parse(text));
    const condition = conditionSchema.safeParse(told.condition);
    const fields = fieldsSchema.safeParse(told.fields);
    const reads = readsSchema.safeParse(told.reads);
    return { condition: condition.success ? condition.data : true, fields: fields.data, reads: reads.data };
  } catch {
    return { condition: true };
  }
}
