import { useQuery } from '@tanstack/react-query';
import type { StoredEvent } from '../../../lib/explain-slot.ts';
import type { GraphqlClient } from '../../../lib/graphql/client.ts';
import { useGraphql } from '../../../lib/graphql/graphql-context.tsx';
import type { PutRuleInput } from '../queries.ts';

/** The Python body, or the YAML of inline filters and simple detection. */
export type ExplainedLanguage = 'python' | 'yaml';

/** One condition the rule came to. Lines count from 1. */
export interface ExplainStep {
  step: number;
  /** Of the text its line is in. */
  language: ExplainedLanguage;
  /** The statement it decides. */
  role: string | null;
  function: string;
  line: number;
  text: string;
  truth: boolean | null;
  value: string;
  reads: { text: string; value: string }[];
}

/** Which condition of a rule decided over one event. */
export interface Explanation {
  detectionId: string;
  body: string;
  /** What was asked of it in YAML; null where there is none. */
  yaml: string | null;
  /** JSON text. */
  event: string;
  /** Null when the rule failed. */
  result: boolean | null;
  error: string | null;
  errorLine: number | null;
  traceback: string | null;
  steps: ExplainStep[];
  droppedSteps: number;
  /** The step that decided. */
  decisive: number | null;
  /** Steps that decided inside of the functions it called, outermost first. */
  because: number[];
  lines: { language: ExplainedLanguage; line: number; ran: boolean }[];
  functions: { name: string; output: string | null; error: string | null }[];
  output: string;
  microseconds: number;
}

export interface Coverage {
  lines: { line: number; ran: boolean }[];
  branches: { line: number; column: number; text: string; sawTrue: boolean; sawFalse: boolean }[];
  /** From 0 to 1. */
  lineShare: number;
  branchShare: number;
}

/** A small change of the body that its tests should notice. */
export interface Mutant {
  line: number;
  column: number;
  kind: string;
  before: string;
  after: string;
  isKilled: boolean;
  killedBy: string | null;
}

export interface MutationScore {
  mutants: Mutant[];
  passingTests: number;
  /** Changes there are in all. */
  possible: number;
  /** From 0 to 1; null when none was tried. */
  score: number | null;
}

const explanation = `detectionId body yaml event result error errorLine traceback droppedSteps decisive because output microseconds
  steps { step language role function line text truth value reads { text value } } lines { language line ran } functions { name output error }`;
const detectionDocument = `query ExplainDetection($input: ExplainDetectionInput!) { explainDetection(input: $input) { ${explanation} } }`;
const alertDocument = `query ExplainAlert($input: ExplainAlertInput!) { explainAlert(input: $input) { ${explanation} } }`;
const coverageDocument = `query TestCoverage($input: PutRuleInput!) { testCoverage(input: $input) {
  lines { line ran } branches { line column text sawTrue sawFalse } lineShare branchShare } }`;
const mutationDocument = `query MutationScore($input: PutRuleInput!) { mutationScore(input: $input) {
  mutants { line column kind before after isKilled killedBy } passingTests possible score } }`;

/** The text of an editor on an event given as JSON. */
export async function requestExplanation(
  graphql: GraphqlClient,
  input: { rule: PutRuleInput; event: string },
  signal: AbortSignal,
): Promise<Explanation> {
  const reply = await graphql.request<{ explainDetection: Explanation }>(
    detectionDocument,
    { input },
    { signal },
  );
  return reply.explainDetection;
}

export async function requestCoverage(
  graphql: GraphqlClient,
  input: PutRuleInput,
  signal: AbortSignal,
): Promise<Coverage> {
  return (await graphql.request<{ testCoverage: Coverage }>(coverageDocument, { input }, { signal }))
    .testCoverage;
}

export async function requestMutationScore(
  graphql: GraphqlClient,
  input: PutRuleInput,
  signal: AbortSignal,
): Promise<MutationScore> {
  return (await graphql.request<{ mutationScore: MutationScore }>(mutationDocument, { input }, { signal }))
    .mutationScore;
}

export interface ExplainPlace {
  alertId?: string | undefined;
  detectionId?: string | undefined;
  storedEvent?: StoredEvent | undefined;
}

/** A stored event: on the version that made the alert, or on the rule as it is saved. */
export function useExplanation(place: ExplainPlace, isAsked: boolean) {
  const graphql = useGraphql();
  return useQuery({
    queryKey: ['detections', 'explain', place],
    queryFn: async ({ signal }) => {
      const { alertId, detectionId, storedEvent } = place;
      if (alertId === undefined) {
        const input = { detectionId, storedEvent };
        return (
          await graphql.request<{ explainDetection: Explanation }>(detectionDocument, { input }, { signal })
        ).explainDetection;
      }
      const input = { alertId, ...(storedEvent ? { storedEvent } : {}) };
      return (await graphql.request<{ explainAlert: Explanation }>(alertDocument, { input }, { signal }))
        .explainAlert;
    },
    enabled: isAsked,
    staleTime: Infinity,
    retry: false,
    meta: { failure: 'panel' },
  });
}
