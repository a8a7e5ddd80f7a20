import { Link } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import { MultiSelect } from '../../ui/inputs/select.tsx';
import { toast } from '../../ui/overlays/toast.ts';
import { failureText } from '../graphql/request-error.ts';
import styles from './destination-field.module.css';
import { deletedDestinations, destinationFault } from './destination-fault.ts';
import { useDestinations } from './queries.ts';

export interface DestinationFieldProps {
  /** Ids of destinations. */
  value: readonly string[];
  onChange: (value: string[]) => void;
  help: ReactNode;
  disabled?: boolean;
  /** Also before somebody was in the field: what is wrong keeps the detection from being saved. */
  showsFault: boolean;
}

/** Destinations that get the alerts of a detection whatever their severity. */
export function DestinationField(props: DestinationFieldProps) {
  const { value, onChange, help, disabled = false, showsFault } = props;
  const { data, isError, error } = useDestinations();
  const [isTouched, setTouched] = useState(false);
  useEffect(() => {
    if (!isError) return;
    toast.error({
      id: 'destinations',
      title: 'Could not fetch your destinations',
      message: failureText(error),
    });
  }, [isError, error]);
  const create = (label: string) => (
    <Link className={styles.link} to="/configure/destinations/new/">
      {label}
    </Link>
  );
  const state = data ? (
    data.length === 0 && <>You have not configured any destinations. {create('Create one')}</>
  ) : isError ? (
    <span className={styles.warn}>There was a problem loading your destinations!</span>
  ) : (
    'Loading your destinations...'
  );
  const deleted = deletedDestinations(value, data);
  return (
    <MultiSelect
      label="Destination overrides"
      // What is gone can be taken out, also where there is nothing to put in its place.
      disabled={disabled || (state !== false && deleted.length === 0)}
      selectAllLabel={null}
      help={
        <>
          <span>{help}</span>
          {state && <div role="status">{state}</div>}
        </>
      }
      error={isTouched || showsFault ? destinationFault(value, data) : undefined}
      aside={create('Create destination')}
      options={[
        ...(data ?? []).map(({ outputId, displayName }) => ({ value: outputId, label: displayName })),
        ...deleted.map((id) => ({ value: id, label: 'Deleted destination' })),
      ]}
      value={[...value]}
      onBlur={() => setTouched(true)}
      onChange={(next) => {
        setTouched(true);
        onChange(next);
      }}
    />
  );
}
