import * as z from 'zod';
import { testedFunctions } from '../tested-functions.ts';

/** What the child process says of a study. It comes out of an interpreter the body may have tampered with. */
const text = z.string().max(1_000_000);
const lines = z.array(z.object({ line: z.number(), ran: z.boolean() }));
const place = { line: z.number(), column: z.number(), endLine: z.number(), endColumn: z.number() };

export const studyPartsSchema = z.object({ whole: z.string(), parts: z.array(z.string().nullable()) });

export const failureSchema = z.object({ failure: z.string() });

export const explanationSchema = z.object({
  result: z.boolean().nullable(),
  error: text.nullable(),
  errorLine: z.number().nullable(),
  traceback: text.nullable(),
  steps: z
    .array(
      z.object({
        ...place,
        step: z.number(),
        kind: z.enum(['compare', 'and', 'or', 'not', 'all', 'any', 'call', 'if-else', 'value', 'return']),
        role: z.enum(['if', 'while', 'return']).nullable(),
        function: text,
        text,
        truth: z.boolean().nullable(),
        value: text,
        reads: z.array(z.object({ text, value: text })),
      }),
    )
    .max(1_000),
  droppedSteps: z.number(),
  decisive: z.number().nullable(),
  because: z.array(z.number()),
  lines,
  functions: z.partialRecord(
    z.enum(testedFunctions),
    z.object({ output: text.nullable(), error: text.nullable(), traceback: text.optional() }),
  ),
  output: text,
  microseconds: z.number(),
});

export const timingSchema = z.object({
  failed: z.number(),
  microseconds: z.array(z.number()).max(10_000),
  lineEvents: z.number(),
  lines: z.array(z.object({ line: z.number(), hits: z.number(), microseconds: z.number() })).max(20_000),
});

export const coverageSchema = z.object({
  lines,
  branches: z.array(z.object({ ...place, text, sawTrue: z.boolean(), sawFalse: z.boolean() })),
});

export const mutationPlanSchema = z.object({
  total: z.number(),
  tests: z.number(),
  mutants: z.array(
    z.object({
      line: z.number(),
      column: z.number(),
      kind: z.enum(['flip', 'negate', 'swap', 'constant', 'return']),
      before: text,
      after: text,
    }),
  ),
});

export const mutantSchema = z.object({ killedBy: text.nullable() });
