import { useQuery } from '@tanstack/react-query';
import { countOf } from '../../../lib/format-number.ts';
import { useGraphql } from '../../../lib/graphql/graphql-context.tsx';
import { usePermission } from '../../../lib/session/session-context.tsx';
import { ButtonLink } from '../../../ui/inputs/button.tsx';
import { EmptyState } from '../../../ui/layout/states.tsx';
import type { EmptyStep } from '../../../ui/layout/states.tsx';
import type { ListingTab } from './list-search.ts';
import { gql } from '../../../lib/graphql/gql.ts';

const stepsDocument =
  gql(`query AlertFirstSteps($sources: Boolean!, $detections: Boolean!, $destinations: Boolean!) {
  sources @include(if: $sources) { integrationLabel events24h }
  detections(input: { enabled: true, pageSize: 1 }) @include(if: $detections) { paging { totalItems } }
  destinations @include(if: $destinations) { displayName }
}`);
const texts: Record<Exclude<ListingTab, 'alerts'>, { title: string; text: string }> = {
  'detection-errors': {
    title: 'No detection errors',
    text: 'A detection that raises an exception shows here, with its event and traceback.',
  },
  'system-errors': {
    title: 'No system errors',
    text: 'Sources that fall silent, deliveries that fail and the like show here.',
  },
};

/** The list has never held anything: what is still missing until the first alert. */
export function EmptyAlerts({ tab }: { tab: ListingTab }) {
  if (tab !== 'alerts') return <EmptyState title={texts[tab].title}>{texts[tab].text}</EmptyState>;
  return <FirstSteps />;
}

function FirstSteps() {
  const graphql = useGraphql();
  const may = {
    sources: usePermission('LogSourceRead'),
    detections: usePermission('RuleRead'),
    destinations: usePermission('DestinationRead'),
  };
  const { data } = useQuery({
    queryKey: ['alerts', 'first-steps', may],
    queryFn: ({ signal }) => graphql.request(stepsDocument, may, { signal }),
    meta: { failure: 'panel' },
  });
  const source = data?.sources?.[0];
  const ruleCount = data?.detections?.paging.totalItems ?? 0;
  const destinationCount = data?.destinations?.length ?? 0;
  const all: (EmptyStep & { isShown: boolean })[] = [
    {
      isShown: may.sources,
      title: 'Add a log source',
      text: source
        ? `${source.integrationLabel} is connected, ${countOf(source.events24h, 'event')} in 24 h`
        : 'Logs of a cloud, an application or a network',
      done: source !== undefined,
      action: (
        <ButtonLink size="sm" variant="primary" to="/configure/log-sources/add-new-source/">
          Add source
        </ButtonLink>
      ),
    },
    {
      isShown: may.detections,
      title: 'Enable detections',
      text: ruleCount > 0 ? `${countOf(ruleCount, 'detection')} enabled` : 'No detection is enabled yet',
      done: ruleCount > 0,
      action: (
        <ButtonLink size="sm" variant={source ? 'primary' : 'default'} to="/build/detections/">
          Browse detections
        </ButtonLink>
      ),
    },
    {
      isShown: may.destinations,
      title: 'Add an alert destination',
      text:
        destinationCount > 0
          ? `${countOf(destinationCount, 'destination')} ready`
          : 'Alerts stay here until there is one',
      done: destinationCount > 0,
      action: (
        <ButtonLink size="sm" to="/configure/destinations/new/">
          Add destination
        </ButtonLink>
      ),
    },
  ];
  return (
    <EmptyState title="No alerts yet" steps={data ? all.filter((step) => step.isShown) : []}>
      Add sources and enable detection packs.
      <br />
      The first alert shows here within seconds of its event.
    </EmptyState>
  );
}
