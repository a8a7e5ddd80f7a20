import { useId, useState } from 'react';
import { failureText } from '../../lib/graphql/request-error.ts';
import { Button, ButtonLink } from '../../ui/inputs/button.tsx';
import { IconCircleCheck, IconExternalLink } from '../../ui/icons.ts';
import { LogoTile } from '../../ui/marks/logo-tile.tsx';
import { PageBody } from '../../ui/layout/page.tsx';
import { FailedState, NoResults, SkeletonLines } from '../../ui/layout/states.tsx';
import { DestinationForm } from './destination-form.tsx';
import styles from './destinations.module.css';
import { useDestinations, useDestinationTypes, useSendTest } from './queries.ts';
import type { Destination, DestinationType } from './queries.ts';
import { SendTestButton, TestResult } from './send-test.tsx';

/** The form of a new destination of a type, then its test. */
export function NewDestination({ typeId, onDone }: { typeId: string; onDone: () => void }) {
  const types = useDestinationTypes();
  const others = useDestinations().data ?? [];
  const [state, setState] = useState({ isDirty: false, isSaving: false });
  const [added, setAdded] = useState<Destination>();
  const formId = useId();
  const type = types.data?.find(({ id }) => id === typeId);
  if (types.error && !types.data)
    return (
      <FailedState
        title="The types of destinations could not be loaded"
        message={failureText(types.error)}
        onRetry={() => void types.refetch()}
      />
    );
  if (!types.data)
    return (
      <PageBody width="form">
        <SkeletonLines lines={10} />
      </PageBody>
    );
  if (!type)
    return (
      <PageBody width="form">
        <NoResults what={`type "${typeId}"`} filterCount={0} />
        <ButtonLink to="/configure/destinations/new/">Choose a type</ButtonLink>
      </PageBody>
    );
  if (added)
    return (
      <PageBody width="form">
        <Added destination={added} type={type} onDone={onDone} />
      </PageBody>
    );
  return (
    <PageBody width="form">
      <div className={styles.typeHead}>
        <LogoTile size="lg" name={type.displayName} logo={type.logo} />
        <span className={styles.lines}>
          <span className={styles.first}>{type.displayName}</span>
          <span className={styles.tileText}>{type.description}</span>
        </span>
        {type.docUrl && (
          <a href={type.docUrl} target="_blank" rel="noreferrer" className={styles.docLink}>
            How to set it up
            <IconExternalLink size={14} stroke={1.5} aria-hidden />
          </a>
        )}
      </div>
      <DestinationForm type={type} others={others} formId={formId} onState={setState} onSaved={setAdded} />
      <footer className={styles.foot}>
        <ButtonLink to="/configure/destinations/new/">Back</ButtonLink>
        <Button variant="primary" type="submit" form={formId} loading={state.isSaving}>
          Add Destination
        </Button>
      </footer>
    </PageBody>
  );
}

/** The last step: try it, or go on. */
function Added({
  destination,
  type,
  onDone,
}: {
  destination: Destination;
  type: DestinationType;
  onDone: () => void;
}) {
  const test = useSendTest();
  const { outputId, displayName } = destination;
  const hasFailed = test.error !== null || test.data?.success === false;
  return (
    <section className={styles.added} aria-label="Destination added">
      <IconCircleCheck size={28} stroke={1.5} className={styles.good} aria-hidden />
      <h2>{`${displayName} is added`}</h2>
      <p>
        It receives every alert that matches from now on. A test alert shows whether the settings are right.
      </p>
      <TestResult test={test} name={displayName} />
      <div className={styles.addedActions}>
        <SendTestButton test={test} outputId={outputId} canTest={type.canTest} isDirty={false} />
        {hasFailed && (
          <ButtonLink to="/configure/destinations/$destinationId/edit/" params={{ destinationId: outputId }}>
            Back to settings
          </ButtonLink>
        )}
        <Button variant="primary" onClick={onDone}>
          Finish Setup
        </Button>
      </div>
    </section>
  );
}
