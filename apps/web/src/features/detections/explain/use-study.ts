import { useMemo, useRef, useState } from 'react';
import type { EditorNote } from '../../../editor/code-editor-props.ts';
import { useGraphql } from '../../../lib/graphql/graphql-context.tsx';
import { failureText } from '../../../lib/graphql/request-error.ts';
import type { GraphqlClient } from '../../../lib/graphql/client.ts';
import type { PutRuleInput } from '../queries.ts';
import { coverageNotes, explainNotes } from './explain-notes.ts';
import { requestCoverage, requestExplanation, requestMutationScore } from './queries.ts';
import type { Coverage, Explanation, MutationScore } from './queries.ts';

/** An answer, and what it is an answer to. */
export interface Asked<Data> {
  data: Data | undefined;
  isPending: boolean;
  failure: string | undefined;
  /** The text or the tests are no longer what was asked about. */
  isOutdated: boolean;
  cancel: () => void;
}

interface Held<Data> {
  key: string;
  data?: Data;
  failure?: string;
  isPending: boolean;
}

/** One question at a time; a newer one replaces it. */
function useAsked<Data>(currentKey: string) {
  const [held, setHeld] = useState<Held<Data>>();
  const control = useRef<AbortController>(undefined);
  async function ask(key: string, request: (signal: AbortSignal) => Promise<Data>) {
    control.current?.abort();
    const abort = new AbortController();
    control.current = abort;
    setHeld({ key, isPending: true });
    const end = await request(abort.signal).then(
      (data) => ({ data }),
      (error: unknown) => ({ failure: failureText(error) }),
    );
    if (!abort.signal.aborted) setHeld({ key, isPending: false, ...end });
  }
  function cancel() {
    control.current?.abort();
    setHeld(undefined);
  }
  const asked: Asked<Data> = {
    data: held?.data,
    isPending: held?.isPending ?? false,
    failure: held?.failure,
    isOutdated: held !== undefined && held.key !== currentKey,
    cancel,
  };
  return { asked, ask };
}

export interface Study {
  /** Which test is explained, or that it is a pasted event; undefined when none. */
  explained: { key: string; name: string } | undefined;
  explanation: Asked<Explanation>;
  explain: (test: { key: string; name: string; resource: string }) => void;
  leaveExplain: () => void;
  coverage: Asked<Coverage>;
  measureCoverage: () => void;
  mutation: Asked<MutationScore>;
  tryMutations: () => void;
  /** Marks for the editor's lines; undefined when nothing is studied. */
  notes: EditorNote[] | undefined;
}

/** The key of an event that is no test's. */
export const pastedKey = 'pasted event';

/** A closer look at the text of an editor: why it matches an event, and how well its tests watch it. */
export function useStudy(rule: PutRuleInput): Study {
  const graphql: GraphqlClient = useGraphql();
  const [explained, setExplained] = useState<{ key: string; name: string; resource: string }>();
  const [view, setView] = useState<'explain' | 'coverage'>();
  const testsKey = useMemo(() => JSON.stringify([rule.body, rule.tests]), [rule.body, rule.tests]);
  // Another event is another question; for a test its text may have changed in the editor.
  const test = rule.tests.find(({ name }) => name === explained?.name.trim());
  const eventNow = explained?.key === pastedKey ? explained.resource : test?.resource;
  const explanation = useAsked<Explanation>(JSON.stringify([rule.body, eventNow]));
  const coverage = useAsked<Coverage>(testsKey);
  const mutation = useAsked<MutationScore>(testsKey);

  const shownExplanation = explanation.asked;
  const shownCoverage = coverage.asked;
  const shownMutation = mutation.asked;
  const notes = useMemo(() => {
    if (view === 'explain')
      return shownExplanation.data && !shownExplanation.isOutdated
        ? explainNotes(shownExplanation.data)
        : undefined;
    if (view !== 'coverage') return undefined;
    const lines = shownCoverage.isOutdated ? undefined : shownCoverage.data;
    const changes = shownMutation.isOutdated ? undefined : shownMutation.data;
    return lines || changes ? coverageNotes(lines, changes) : undefined;
  }, [
    view,
    shownExplanation.data,
    shownExplanation.isOutdated,
    shownCoverage.data,
    shownCoverage.isOutdated,
    shownMutation.data,
    shownMutation.isOutdated,
  ]);

  return {
    explained,
    explanation: shownExplanation,
    explain(next) {
      setExplained(next);
      setView('explain');
      void explanation.ask(JSON.stringify([rule.body, next.resource]), (signal) =>
        requestExplanation(graphql, { rule, event: next.resource }, signal),
      );
    },
    leaveExplain() {
      setExplained(undefined);
      setView(undefined);
      explanation.asked.cancel();
    },
    coverage: shownCoverage,
    measureCoverage() {
      setView('coverage');
      void coverage.ask(testsKey, (signal) => requestCoverage(graphql, rule, signal));
    },
    mutation: shownMutation,
    tryMutations() {
      setView('coverage');
      void mutation.ask(testsKey, (signal) => requestMutationScore(graphql, rule, signal));
    },
    notes,
  };
}
