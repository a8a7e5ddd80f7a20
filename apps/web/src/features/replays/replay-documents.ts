import { gql } from '../../lib/graphql/gql.ts';

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

export const replayFields =
  gql(`fragment ReplayFacts on Replay { id detectionId detectionVersionId state error logTypes startsAt endsAt maxSizeInGB createdAt completedAt
  createdBy { id name } summary { totalAlerts ruleMatchCount ruleErrorCount errors evaluationProgress computationProgress
  logDataSizeEstimate totalEvents eventsProcessedCount eventsMatchedCount matchesProcessedCount readTimeNanos
  processingTimeNanos } }`);
export const oneDocument = gql(
  `query Replay($id: ID!) { replay(id: $id) { ...ReplayFacts
  histogram { startsAt events candidates matches alerts } } }`,
  [replayFields],
);
