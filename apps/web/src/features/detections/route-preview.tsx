import type { Severity } from '@margay/model';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useGraphql } from '../../lib/graphql/graphql-context.tsx';
import { useDestinations } from '../../lib/destination-overrides/queries.ts';
import { VendorTile } from '../../ui/marks/avatar.tsx';
import shared from './detections.module.css';
import styles from './rule-editor.module.css';
import { gql } from '../../lib/graphql/gql.ts';

const document = gql(
  `query RoutePreview($input: RoutePreviewInput!) { routePreview(input: $input) { outputIds reason } }`,
);
export interface RoutePreviewProps {
  severity: Severity;
  logTypes: readonly string[];
  outputIds: readonly string[];
  /** Functions of the code that may decide otherwise, event by event. */
  deciding: readonly string[];
}

/** Who would be told of an alert with these settings, as the server routes alerts. */
export function RoutePreview({ severity, logTypes, outputIds, deciding }: RoutePreviewProps) {
  const graphql = useGraphql();
  const { data: destinations = [] } = useDestinations();
  const input = { severity, logTypes, outputIds };
  const { data: preview, isError } = useQuery({
    queryKey: ['detections', 'route', input],
    queryFn: async ({ signal }) => (await graphql.request(document, { input }, { signal })).routePreview,
    staleTime: 30_000,
    placeholderData: keepPreviousData,
    meta: { failure: 'panel' },
  });
  if (isError) return <p className={styles.route}>The destinations of an alert could not be worked out.</p>;
  if (!preview) return <p className={styles.route} />;
  const receivers = destinations.filter(({ outputId }) => preview.outputIds.includes(outputId));
  const otherwise =
    deciding.length === 0
      ? ''
      : `, unless ${deciding.map((name) => `${name}()`).join(' or ')} says otherwise`;
  if (receivers.length === 0)
    return (
      <p className={styles.route} role="status">
        <span className={shared.warn}>{`No destination receives its alerts${otherwise}.`}</span>
      </p>
    );
  return (
    <div className={styles.route} role="status">
      <span>{preview.reason === 'override' ? 'Alerts go to' : 'By severity and log type, alerts go to'}</span>
      {receivers.map(({ outputId, displayName }) => (
        <span key={outputId} className={styles.receiver}>
          <VendorTile name={displayName} />
          {displayName}
        </span>
      ))}
      {otherwise !== '' && <span>{otherwise.slice(2)}</span>}
    </div>
  );
}
