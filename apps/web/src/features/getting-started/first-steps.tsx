import { Link } from '@tanstack/react-router';
import { countOf } from '../../lib/format-number.ts';
import { useUser } from '../../lib/session/session-context.tsx';
import { useShippedDetections } from '../../lib/shipped-detections.ts';
import type { ShippedDetection } from '../../lib/shipped-detections.ts';
import { ButtonLink } from '../../ui/inputs/button.tsx';
import { EmptyState } from '../../ui/layout/states.tsx';
import type { EmptyStep } from '../../ui/layout/states.tsx';
import { EnableButton } from './enable-button.tsx';
import { useProgress } from './queries.ts';
import type { Progress } from './queries.ts';

/** From nothing to the first alert: each step is done when the installation says so, so it can be left and found again. */
export function FirstSteps({ title, children }: { title: string; children?: React.ReactNode }) {
  const { steps } = useSteps();
  const doneCount = steps?.filter(({ done }) => done).length ?? 0;
  return (
    <EmptyState title={title} steps={withOnePrimary(steps ?? [])}>
      {children}
      {steps && (
        <>
          {children && <br />}
          {doneCount === steps.length
            ? 'Everything is set up.'
            : `${doneCount} of ${steps.length} steps are done.`}
        </>
      )}
    </EmptyState>
  );
}

/** The steps the caller may see, with what is done of them; undefined until that is known. */
export function useSteps(everyMs?: number): { steps: readonly Step[] | undefined; hasAlerts: boolean } {
  const user = useUser();
  const { data: progress } = useProgress(everyMs);
  const logTypes = [...new Set((progress?.sources ?? []).flatMap((source) => source.logTypes))].toSorted();
  const shipped = useShippedDetections(logTypes);
  const steps = progress && [
    { title: 'Create the administrator', text: user?.email, done: true },
    ...sourceSteps(progress.sources),
    ...detectionSteps(progress, logTypes, shipped.data),
    ...destinationSteps(progress.destinations),
    ...alertSteps(progress),
  ];
  return { steps, hasAlerts: (progress?.alerts?.edges.length ?? 0) > 0 };
}

type Variant = 'primary' | 'default';
export interface Step extends Omit<EmptyStep, 'action'> {
  action?: (variant: Variant) => React.ReactNode;
}

/** The first step that is open is the one to take. */
function withOnePrimary(steps: readonly Step[]): EmptyStep[] {
  const next = steps.findIndex(({ done, action }) => !done && action !== undefined);
  return steps.map(({ action, ...step }, index) => ({
    ...step,
    action: action?.(index === next ? 'primary' : 'default'),
  }));
}

const hasEvents = ({ events24h, lastEventProcessedAtTime }: NonNullable<Progress['sources']>[number]) =>
  events24h > 0 || lastEventProcessedAtTime !== null;

const openSource = (sourceId: string) => (variant: Variant) => (
  <ButtonLink size="sm" variant={variant} to="/configure/log-sources/$sourceId/" params={{ sourceId }}>
    Open source
  </ButtonLink>
);

function sourceSteps(sources: Progress['sources']): Step[] {
  if (!sources) return [];
  const speaking = sources.find(hasEvents);
  const silent = sources[0];
  return [
    {
      title: 'Add a log source',
      text: silent
        ? `${countOf(sources.length, 'log source')}: ${sources.map((source) => source.integrationLabel).join(', ')}`
        : 'Logs of a cloud, an application or a network',
      done: sources.length > 0,
      link: (title) => <Link to="/configure/log-sources/">{title}</Link>,
      action: (variant) => (
        <ButtonLink size="sm" variant={variant} to="/configure/log-sources/add-new-source/">
          Add source
        </ButtonLink>
      ),
    },
    {
      title: 'See its first events',
      text: speaking
        ? `${speaking.integrationLabel}, ${countOf(speaking.events24h, 'event')} in 24 h`
        : silent
          ? `${silent.integrationLabel} waits for its first event`
          : 'Its page shows a command that sends one',
      done: speaking !== undefined,
      link: (title) => (
        <Link
          to="/configure/log-sources/$sourceId/"
          params={{ sourceId: (speaking ?? silent)?.integrationId ?? '' }}
        >
          {title}
        </Link>
      ),
      ...(silent && {
        action: openSource(silent.integrationId),
      }),
    },
  ];
}

function detectionSteps(
  { detections }: Progress,
  logTypes: readonly string[],
  shipped: readonly ShippedDetection[] | undefined,
): Step[] {
  if (!detections) return [];
  const enabledCount = detections.paging.totalItems;
  const off = shipped?.filter(({ state }) => state !== 'ON') ?? [];
  const rest = off.length > 0 ? `, ${off.length} more ship for your log types` : '';
  return [
    {
      title: 'Turn on detections',
      text:
        enabledCount > 0
          ? `${countOf(enabledCount, 'detection')} on${rest}`
          : logTypes.length === 0
            ? 'Those that ship for your log types are offered once there is a source'
            : shipped === undefined
              ? 'Looking for those that ship for your log types …'
              : off.length > 0
                ? `${countOf(off.length, 'detection')} ${off.length === 1 ? 'ships' : 'ship'} for your log types`
                : 'None ships for your log types: write one, or bring your own',
      done: enabledCount > 0,
      link: (title) => <Link to="/build/detections/">{title}</Link>,
      action: (variant) =>
        off.length > 0 ? (
          <EnableButton detections={off} label={`Turn on ${off.length}`} variant={variant} />
        ) : (
          <ButtonLink size="sm" variant={logTypes.length === 0 ? 'default' : variant} to="/build/detections/">
            Browse detections
          </ButtonLink>
        ),
    },
  ];
}

function destinationSteps(destinations: Progress['destinations']): Step[] {
  if (!destinations) return [];
  return [
    {
      title: 'Add an alert destination',
      text:
        destinations.length > 0
          ? `${countOf(destinations.length, 'destination')} ready: ${destinations.map(({ displayName }) => displayName).join(', ')}`
          : 'A chat, a ticket or a webhook; alerts stay here until there is one',
      done: destinations.length > 0,
      link: (title) => <Link to="/configure/destinations/">{title}</Link>,
      action: (variant) => (
        <ButtonLink size="sm" variant={variant} to="/configure/destinations/new/">
          Add destination
        </ButtonLink>
      ),
    },
  ];
}

function alertSteps({ alerts, sources, destinations }: Progress): Step[] {
  if (!alerts) return [];
  const newest = alerts.edges[0]?.node;
  const sent = alerts.edges.find(({ node }) => node.deliveries.some(({ success }) => success))?.node;
  // Who may not see destinations cannot be asked for one that received something.
  const shown = destinations ? sent : newest;
  const source = sources?.find(hasEvents);
  return [
    {
      title: 'See an alert end to end',
      text:
        shown?.title ??
        (newest
          ? 'There are alerts; the step is done when a destination has received one'
          : 'The page of a source shows a command whose event raises one'),
      done: shown !== undefined,
      link: (title) => (
        <Link to="/alerts-and-errors/$alertId/" params={{ alertId: shown?.id ?? '' }}>
          {title}
        </Link>
      ),
      ...(source && {
        action: openSource(source.integrationId),
      }),
    },
  ];
}
