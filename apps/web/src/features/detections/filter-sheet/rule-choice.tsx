import { useQuery } from '@tanstack/react-query';
import { useGraphql } from '../../../lib/graphql/graphql-context.tsx';
import { failureText } from '../../../lib/graphql/request-error.ts';
import { PickList } from '../../../ui/inputs/pick-list.tsx';
import { EmptyState, FailedState, SkeletonLines } from '../../../ui/layout/states.tsx';
import styles from './filter-sheet.module.css';
import { eventRuleKinds } from '../kinds/index.ts';
import { gql } from '../../../lib/graphql/gql.ts';

const document = gql(`query RulesOfLogType($input: ListDetectionsInput!) {
  detections(input: $input) { detections { id displayName enabled } } }`);

/** Which of the log type's detections gets the filter, where the event names none. */
export function RuleChoice({
  logType,
  onChoose,
}: {
  logType: string | undefined;
  onChoose: (id: string) => void;
}) {
  const graphql = useGraphql();
  const { data, error, refetch } = useQuery({
    queryKey: ['detections', 'of-log-type', logType],
    queryFn: async ({ signal }) => {
      const input = {
        analysisTypes: eventRuleKinds,
        ...(logType === undefined ? {} : { logTypes: [logType] }),
        sortBy: 'enabled',
        sortDir: 'descending',
        pageSize: 1000,
      } as const;
      const reply = await graphql.request(document, { input }, { signal });
      return reply.detections.detections;
    },
    meta: { failure: 'panel' },
  });
  if (error)
    return (
      <FailedState
        title="The detections could not be loaded"
        message={failureText(error)}
        onRetry={() => void refetch()}
      />
    );
  if (!data) return <SkeletonLines lines={8} label="Loading the detections" />;
  if (data.length === 0)
    return (
      <EmptyState title="No detection judges such events">
        {`A filter belongs to a detection, and none has the log type ${logType ?? 'of this event'}.`}
      </EmptyState>
    );
  return (
    <div className={styles.part}>
      <h3>Detection</h3>
      <PickList
        label="Detections"
        searchLabel="Search detections"
        lines={2}
        options={data.map(({ id, displayName, enabled }) => ({
          value: id,
          label: displayName || id,
          detail: enabled ? id : `${id}, disabled`,
        }))}
        selected={new Set()}
        onPick={onChoose}
      />
    </div>
  );
}
