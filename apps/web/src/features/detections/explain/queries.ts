import { useQuery } from '@tanstack/react-query';
import type { StoredEvent } from '../../../lib/explain-slot.ts';
import type { GraphqlClient } from '../../../lib/graphql/client.ts';
import { useGraphql } from '../../../lib/graphql/graphql-context.tsx';
import type { PutRuleInput } from '../queries.ts';
import { gql } from '../../../lib/graphql/gql.ts';
import type { Known, ResultOf } from '../../../lib/graphql/gql.ts';

/** The Python body, or the YAML of inline filters and simple detection. */
export type ExplainedLanguage = 'python' | 'yaml';

/** One condition the rule came to. Lines count from 1. */
export type ExplainStep = Known<
  ResultOf<typeof explanation>['steps'][number],
  { language: ExplainedLanguage }
>;

/** Which condition of a rule decided over one event. */
export type Explanation = Known<
  ResultOf<typeof explanation>,
  { steps: ExplainStep[]; lines: { language: ExplainedLanguage; line: number; ran: boolean }[] }
>;

export type Coverage = ResultOf<typeof coverageDocument>['testCoverage'];

/** A small change of the body that its tests should notice. */
export type Mutant = MutationScore['mutants'][number];

export type MutationScore = ResultOf<typeof mutationDocument>['mutationScore'];

const explanation =
  gql(`fragment ExplanationFacts on DetectionExplanation { detectionId body yaml event result error errorLine traceback droppedSteps decisive because output microseconds
  steps { step language role function line text truth value reads { text value } } lines { language line ran } functions { name output error } }`);
const detectionDocument = gql(
  `query ExplainDetection($input: ExplainDetectionInput!) { explainDetection(input: $input) { ...ExplanationFacts } }`,
  [explanation],
);
const alertDocument = gql(
  `query ExplainAlert($input: ExplainAlertInput!) { explainAlert(input: $input) { ...ExplanationFacts } }`,
  [explanation],
);
const coverageDocument = gql(`query TestCoverage($input: PutRuleInput!) { testCoverage(input: $input) {
  lines { line ran } branches { line column text sawTrue sawFalse } lineShare branchShare } }`);
const mutationDocument = gql(`query MutationScore($input: PutRuleInput!) { mutationScore(input: $input) {
  mutants { line column kind before after isKilled killedBy } passingTests possible score } }`);

/** The text of an editor on an event given as JSON. */
export async function requestExplanation(
  graphql: GraphqlClient,
  input: { rule: PutRuleInput; event: string },
  signal: AbortSignal,
): Promise<Explanation> {
  const reply = await graphql.request(detectionDocument, { input }, { signal });
  return reply.explainDetection as Explanation;
}

export async function requestCoverage(
  graphql: GraphqlClient,
  input: PutRuleInput,
  signal: AbortSignal,
): Promise<Coverage> {
  return (await graphql.request(coverageDocument, { input }, { signal })).testCoverage;
}

export async function requestMutationScore(
  graphql: GraphqlClient,
  input: PutRuleInput,
  signal: AbortSignal,
): Promise<MutationScore> {
  return (await graphql.request(mutationDocument, { input }, { signal })).mutationScore;
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
        return (await graphql.request(detectionDocument, { input }, { signal }))
          .explainDetection as Explanation;
      }
      const input = { alertId, ...(storedEvent ? { storedEvent } : {}) };
      return (await graphql.request(alertDocument, { input }, { signal })).explainAlert as Explanation;
    },
    enabled: isAsked,
    staleTime: Infinity,
    retry: false,
    meta: { failure: 'panel' },
  });
}
