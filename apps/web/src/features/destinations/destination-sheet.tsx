import { useId, useState } from 'react';
import { failureText } from '../../lib/graphql/request-error.ts';
import { useMissingPermission } from '../../lib/session/session-context.tsx';
import { Button } from '../../ui/inputs/button.tsx';
import { LogoTile } from '../../ui/marks/logo-tile.tsx';
import { Note } from '../../ui/layout/note.tsx';
import { SideSheet } from '../../ui/overlays/side-sheet.tsx';
import { FailedState, SkeletonLines } from '../../ui/layout/states.tsx';
import { Time } from '../../ui/marks/time.tsx';
import { toast } from '../../ui/overlays/toast.ts';
import { DestinationForm } from './destination-form.tsx';
import { useDestination, useDestinations, useDestinationTypes, useSendTest } from './queries.ts';
import { SendTestButton, TestResult } from './send-test.tsx';

/** The form of one destination beside its list. */
export function DestinationSheet({ id, onClose }: { id: string; onClose: () => void }) {
  const destination = useDestination(id).data;
  const others = useDestinations().data ?? [];
  const types = useDestinationTypes();
  const missing = useMissingPermission('DestinationModify');
  const [state, setState] = useState({ isDirty: false, isSaving: false });
  const test = useSendTest();
  const formId = useId();
  const type = types.data?.find((entry) => entry.id === destination?.outputType);
  const title = destination?.displayName ?? 'Destination';
  return (
    <SideSheet
      isOpen
      onClose={onClose}
      title={title}
      icon={<LogoTile size="md" name={type?.displayName ?? title} logo={type?.logo} />}
      subtitle={
        destination && (
          <>
            {type?.displayName ?? destination.outputType}, changed
            {destination.lastModifiedBy && ` by ${destination.lastModifiedBy.name}`}{' '}
            <Time at={destination.lastModifiedTime} />
          </>
        )
      }
      firstAction={
        type && <SendTestButton test={test} outputId={id} canTest={type.canTest} isDirty={state.isDirty} />
      }
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            variant="primary"
            type="submit"
            form={formId}
            loading={state.isSaving}
            disabledReason={missing}
          >
            Update Destination
          </Button>
        </>
      }
    >
      <TestResult test={test} name={title} />
      {types.error && !types.data ? (
        <FailedState
          title="The types of destinations could not be loaded"
          message={failureText(types.error)}
          onRetry={() => void types.refetch()}
        />
      ) : !destination || !types.data ? (
        <SkeletonLines lines={10} />
      ) : type ? (
        <DestinationForm
          type={type}
          destination={destination}
          others={others}
          formId={formId}
          isReadOnly={missing !== undefined}
          onState={setState}
          onSaved={({ displayName }) => {
            toast.success(`${displayName} is saved`);
            onClose();
          }}
        />
      ) : (
        <Note tone="warning">
          {`This installation has no destination type "${destination.outputType}", so ${title} cannot be changed here.`}
        </Note>
      )}
    </SideSheet>
  );
}
