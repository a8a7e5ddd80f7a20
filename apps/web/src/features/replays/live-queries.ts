import type { GraphqlClient } from '../../lib/graphql/client.ts';
import type { LiveReplay } from './replay-types.ts';

export const alertFields = `id title severity dedupString description runbook reference context logTypes eventCount
  firstMatchAt createdAt lastMatchAt examples { rowId logType eventTime } receivers`;
const counts =
  'totalEvents eventsProcessed candidates eventsRead matches errors alerts bytesRead readMs processingMs';
const outcome = `counts { ${counts} } isLimited histogram { startsAt events candidates matches alerts }
  errors { error traceback event { rowId logType eventTime } }`;
const live = `id status phase error progress { ${counts} } result { note
  changed { ${outcome} alerts { ${alertFields} } } saved { counts { ${counts} } }
  comparison { newCount goneCount sameCount newAlerts { ${alertFields} } goneAlerts { ${alertFields} } sameAlerts { ${alertFields} } } }`;

const startDocument = `mutation StartLiveReplay($input: StartLiveReplayInput!) { startLiveReplay(input: $input) { ${live} } }`;
const lookDocument = `query LiveReplay($id: ID!) { liveReplay(id: $id) { ${live} } }`;
const cancelDocument = `mutation CancelLiveReplay($id: ID!) { cancelLiveReplay(id: $id) { id status } }`;

export interface StartLiveReplayInput {
  /** As the editor would save it. */
  rule: object;
  startsAt: string;
  endsAt: string;
}

const pollMs = 400;

/** Replays a text and reports on the way. Aborting cancels it on the server too. */
export async function runLiveReplay(
  graphql: GraphqlClient,
  input: StartLiveReplayInput,
  signal: AbortSignal,
  onProgress: (live: LiveReplay) => void,
): Promise<LiveReplay> {
  // The start itself is not aborted: without its id nothing could be cancelled.
  let { startLiveReplay: state } = await graphql.request<{ startLiveReplay: LiveReplay }>(startDocument, {
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
    const reply = await graphql.request<{ liveReplay: LiveReplay }>(lookDocument, { id: state.id });
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
