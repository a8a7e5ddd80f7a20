import * as z from 'zod';
import { testedFunctions } from '../tested-functions.ts';

/** What the child process may say. It runs strangers' code, so nothing it says is taken on trust. */
export const childHeaderSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('snapshot') }),
  z.object({ type: z.literal('ready') }),
  z.object({ type: z.literal('pong') }),
  z.object({ type: z.literal('result'), id: z.number() }),
  z.object({ type: z.literal('failed'), id: z.number(), error: z.string() }),
  z.object({
    type: z.literal('call'),
    call: z.number(),
    request: z.number(),
    rule: z.number(),
    operation: z.string(),
    arguments: z.string(),
  }),
]);

const deepestContext = 200;

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** Whoever writes this value again does so by recursion. */
function shallow(json: string): string {
  return depthOf(json) <= deepestContext
    ? json
    : JSON.stringify({ _error: `alert_context() is nested more than ${deepestContext} levels deep` });
}

/** Of a text that is JSON. */
function depthOf(json: string): number {
  let depth = 0;
  let deepest = 0;
  let isText = false;
  for (let at = 0; at < json.length; at++) {
    const character = json[at];
    if (isText) {
      if (character === '\\') at += 1;
      else if (character === '"') isText = false;
    } else if (character === '"') isText = true;
    else if (character === '{' || character === '[') deepest = Math.max(deepest, ++depth);
    else if (character === '}' || character === ']') depth -= 1;
  }
  return deepest;
}

const index = z.number().int();
const error = z.object({ eventIndex: index, error: z.string(), traceback: z.string().optional() });
const match = z.object({
  eventIndex: index,
  title: z.string().optional(),
  dedup: z.string().optional(),
  severity: z.enum(['INFO', 'LOW', 'MEDIUM', 'HIGH', 'CRITICAL']).optional(),
  description: z.string().optional(),
  runbook: z.string().optional(),
  reference: z.string().optional(),
  destinations: z.array(z.string()).optional(),
  contextJson: z.string().refine(isJson).transform(shallow).optional(),
  unique: z.string().optional(),
  functionErrors: z.array(z.object({ name: z.string(), error: z.string() })).optional(),
});

const outcome = z.object({
  rule: index,
  matches: z.array(match),
  errors: z.array(error),
  timeouts: index,
  notEvaluated: index,
});
const misfit = z.object({ rule: index, timeouts: index.catch(0), notEvaluated: index.catch(0) });

export const evaluateResultSchema = z.object({
  outcomes: z.array(z.unknown()).transform((entries) => entries.flatMap(readOutcome)),
  hungry: z.array(z.unknown()).transform((entries) => entries.flatMap(readOutcome)),
  microseconds: z.array(z.number()),
  waited: z.array(z.number()),
});
export type EvaluateResult = z.infer<typeof evaluateResultSchema>;

/** One by one: what one rule says must not cost the others their matches. */
function readOutcome(entry: unknown): z.infer<typeof outcome>[] {
  const read = outcome.safeParse(entry);
  if (read.success) return [read.data];
  const about = misfit.safeParse(entry);
  if (!about.success) return [];
  const [issue] = read.error.issues;
  const text = `WrongResult: what the rule gave cannot be used (${issue?.path.join('.')}: ${issue?.message})`;
  return [{ ...about.data, matches: [], errors: [{ eventIndex: -1, error: text }] }];
}

export const loadResultSchema = z.object({
  rejected: z.array(
    z.object({
      id: z.string(),
      kind: z.enum(['rule', 'global', 'data-model']),
      error: z.string(),
      line: z.number().optional(),
      column: z.number().optional(),
      traceback: z.string().optional(),
    }),
  ),
  analyses: z.array(z.object({ rule: index, text: z.string() })),
  apart: z.array(
    z.object({ id: z.string(), kind: z.enum(['rule', 'global', 'data-model']), reason: z.string() }),
  ),
});

const functionResult = z.object({
  output: z.string().nullable(),
  error: z.string().nullable(),
  traceback: z.string().optional(),
});

/** JSON texts by group. */
export const testResultsSchema = z.array(z.array(z.string()));

export const testResultSchema = z.object({
  testName: z.string(),
  passed: z.boolean(),
  expectedResult: z.boolean(),
  result: z.boolean().nullable(),
  triggersAlert: z.boolean(),
  error: z.string().nullable(),
  line: z.number().optional(),
  functions: z.partialRecord(z.enum(testedFunctions), functionResult),
  output: z.string(),
  microseconds: z.number(),
});

export const diagnosticsSchema = z.array(
  z.object({
    severity: z.enum(['error', 'warning']),
    code: z.string(),
    message: z.string(),
    line: z.number(),
    column: z.number(),
    endLine: z.number(),
    endColumn: z.number(),
  }),
);
