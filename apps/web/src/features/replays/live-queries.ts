import type { Given, GraphqlClient } from '../../lib/graphql/client.ts';
import type { LiveReplay } from './replay-types.ts';
import { gql } from '../../lib/graphql/gql.ts';
import type { VariablesOf } from '../../lib/graphql/gql.ts';

export const alertFields =
  gql(`fragment ReplayAlertFacts on ReplayAlert { id title severity dedupString description runbook reference context logTypes eventCount
  firstMatchAt createdAt lastMatchAt examples { rowId logType eventTime } receivers }`);
export const counts = gql(
  `fragment ReplayCountFacts on ReplayCounts { totalEvents eventsProcessed candidates eventsRead matches errors alerts bytesRead readMs processingMs }`,
);
const outcome = gql(
  `fragment ReplayOutcomeFacts on ReplayOutcome { counts { ...ReplayCountFacts } isLimited histogram { startsAt events candidates matches alerts }
  errors { error traceback event { rowId logType eventTime } } }`,
  [counts],
);
export const live = gql(
  `fragment LiveReplayFacts on LiveReplay { id status phase error progress { ...ReplayCountFacts } result { note
  changed { ...ReplayOutcomeFacts alerts { ...ReplayAlertFacts } } saved { counts { ...ReplayCountFacts } }
  comparison { newCount goneCount sameCount newAlerts { ...ReplayAlertFacts } goneAlerts { ...ReplayAlertFacts } sameAlerts { ...ReplayAlertFacts } } } }`,
  [counts, outcome, alertFields],
);

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
