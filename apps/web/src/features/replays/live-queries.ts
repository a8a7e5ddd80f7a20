import type { Given, GraphqlClient } from '../../lib/graphql/client.ts';
import { live } from './replay-documents.ts';
import type { LiveReplay } from './replay-types.ts';
import { gql } from '../../lib/graphql/gql.ts';
import type { VariablesOf } from '../../lib/graphql/gql.ts';

const startDocument = gql(
  `mutation StartLiveReplay($input: StartLiveReplayInput!) { startLiveReplay(input: $input) { ...LiveReplayFacts } }`,
  [live],
);
const lookDocument = gql(`query LiveReplay($id: ID!) { liveReplay(id: $id) { ...LiveReplayFacts } }`, [live]);
const cancelDocument = gql(`mutation CancelLiveReplay($id: ID!) { cancelLiveReplay(id: $id) { id status } }`);

type StartLiveReplayInput = Given<VariablesOf<typeof startDocument>['input']>;

/** The rule as the editor would save it. */
export type ReplayedRule = StartLiveReplayInput['rule'];

const pollMs = 400;

/** Replays a text and reports on the way. Aborting cancels it on the server too. */
export async function runLiveReplay(
  graphql: GraphqlClient,
  input: StartLiveReplayInput,
  signal: AbortSignal,
  onProgress: (live: LiveReplay) => void,
): Promise<LiveReplay> {
  // The start itself is not aborted: without its id nothing could be cancelled.
  let { startLiveReplay: state } = await graphql.request(startDocument, {
    input,
  });
  while (state.status === 'running') {
    if (!signal.aborted) onProgress(state);
    await pause(signal);
    if (signal.aborted) {
      // It may have ended meanwhile; then there is nothing to cancel.
      void graphql.request(cancelDocument, { id: state.id }).catch(() => undefined);
      return { ...state, status: 'cancelled' };
    }
    const reply = await graphql.request(lookDocument, { id: state.id });
    state = reply.liveReplay;
  }
  return state;
}

function pause(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve();
    const timer = setTimeout(resolve, pollMs);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
