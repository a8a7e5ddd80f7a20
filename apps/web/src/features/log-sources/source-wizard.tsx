import { useState } from 'react';
import { countOf } from '../../lib/format-number.ts';
import { failureText } from '../../lib/graphql/request-error.ts';
import { Button, ButtonLink } from '../../ui/inputs/button.tsx';
import { HealthBadge } from '../../ui/marks/health.tsx';
import { Card, PageBody } from '../../ui/layout/page.tsx';
import { Note } from '../../ui/layout/note.tsx';
import { Spinner } from '../../ui/marks/spinner.tsx';
import { FailedState, SkeletonLines } from '../../ui/layout/states.tsx';
import { Steps } from '../../ui/layout/steps.tsx';
import { DetectionsSlot } from './detections-slot.ts';
import { pathOfIngestionType } from './labels.ts';
import styles from './log-sources.module.css';
import { useLogTypes, useProviders, useSource, useSources, useTransports } from './queries.ts';
import type { LogTransport, SourceDetails } from './queries.ts';
import { SendLogs } from './send-logs.tsx';
import { SourceForm } from './source-form.tsx';

/** The wizard's second step asks this often whether the first event is there. */
const waitingMs = 2_000;

export interface SourceWizardProps {
  transport: LogTransport;
  providerId: string;
  /** Set once the source exists: the second step. */
  sourceId: string | undefined;
  onCreated: (source: SourceDetails) => void;
  onCancel: () => void;
}

/** The transport behind the last segment of the wizard's address. */
export function useTransport(type: string) {
  const transports = useTransports();
  return {
    isLoading: transports.isLoading,
    transport: transports.data?.find(
      (entry) => pathOfIngestionType(entry.ingestionType) === type.toLowerCase(),
    ),
  };
}

/** Set up the source, then send it logs until the first event arrives. */
export function SourceWizard(props: SourceWizardProps) {
  const { sourceId, onCreated } = props;
  // Secrets cannot be read again: the command of the second step uses what was typed in the first.
  const [typed, setTyped] = useState<Record<string, unknown>>();
  return (
    <>
      <Steps
        titles={['Set up the source', props.transport.isPulled ? 'First records' : 'Send logs']}
        current={sourceId === undefined ? 0 : 1}
      />
      <PageBody width="form">
        {sourceId === undefined ? (
          <SetUp
            {...props}
            onCreated={(source, settings) => {
              setTyped(settings);
              onCreated(source);
            }}
          />
        ) : (
          <SendFirst sourceId={sourceId} typed={typed} />
        )}
      </PageBody>
    </>
  );
}

function SetUp({
  transport,
  providerId,
  onCreated,
  onCancel,
}: Omit<SourceWizardProps, 'onCreated'> & {
  onCreated: (source: SourceDetails, settings: Record<string, unknown>) => void;
}) {
  const providers = useProviders();
  const sources = useSources();
  const logTypes = useLogTypes();
  if (!providers.data || !sources.data || !logTypes.data) return <SkeletonLines lines={8} />;
  return (
    <SourceForm
      transport={transport}
      provider={providers.data.find((entry) => entry.id === providerId)}
      sources={sources.data}
      logTypes={logTypes.data}
      submitLabel="Create Source"
      onCancel={onCancel}
      onSaved={onCreated}
    />
  );
}

function SendFirst({ sourceId, typed }: { sourceId: string; typed: Record<string, unknown> | undefined }) {
  const source = useSource(sourceId, { refetchInterval: waitingMs });
  if (source.isError && !source.data)
    return (
      <FailedState
        title="The log source could not be loaded"
        message={failureText(source.error)}
        onRetry={() => void source.refetch()}
      />
    );
  if (!source.data) return <SkeletonLines lines={8} />;
  const { events24h, failed24h, integrationLabel, ingestPath, healthChecks } = source.data;
  const isPulled = ingestPath === null;
  const ill = healthChecks.find(({ healthy }) => !healthy);
  return (
    <>
      <Card
        title={`${integrationLabel} is ready`}
        badges={<HealthBadge health={events24h > 0 ? 'healthy' : 'pending'} />}
      >
        {isPulled ? (
          'It is asked for records now, and again and again from now on.'
        ) : (
          <SendLogs source={source.data} settings={typed ?? source.data.config} />
        )}
      </Card>
      {isPulled && ill !== undefined && (
        <Note tone="danger" title="The first request failed">
          {ill.message}
        </Note>
      )}
      <div role="status">
        {events24h + failed24h === 0 && (
          <div className={styles.waiting}>
            <Spinner />
            {isPulled
              ? 'Waiting for the first record.'
              : 'Waiting for the first event. Run the command, or point your sender at the URL.'}
          </div>
        )}
        {events24h > 0 && (
          <Note tone="success" title="Logs arrive">
            {`${countOf(events24h, 'event')} stored so far. Detections of these log types watch them from now on.`}
          </Note>
        )}
        {failed24h > 0 && (
          <Note tone="warning" title={`${countOf(failed24h, 'event')} matched no schema of this source`}>
            {failed24h === 1 ? 'It is kept.' : 'They are kept.'} Check the log types and the log format of the
            source, then send again.
          </Note>
        )}
      </div>
      <DetectionsSlot.Place logTypes={source.data.logTypes} />
      <footer className={styles.formFoot}>
        <ButtonLink to="/configure/log-sources/">All log sources</ButtonLink>
        <ButtonLink variant="primary" to="/configure/log-sources/$sourceId/" params={{ sourceId }}>
          View log source
        </ButtonLink>
      </footer>
    </>
  );
}

/** The address names a transport this installation does not have. */
export function UnknownTransport({ type, onBack }: { type: string; onBack: () => void }) {
  return (
    <PageBody width="form">
      <Note tone="warning" title={`This installation has no transport "${type}"`}>
        Choose a provider and one of the transports it offers.
      </Note>
      <div>
        <Button onClick={onBack}>Back to all providers</Button>
      </div>
    </PageBody>
  );
}
