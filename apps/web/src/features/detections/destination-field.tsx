import { Link } from '@tanstack/react-router';
import { useEffect } from 'react';
import type { ReactNode } from 'react';
import { failureText } from '../../lib/graphql/request-error.ts';
import { MultiSelect } from '../../ui/inputs/select.tsx';
import { toast } from '../../ui/overlays/toast.ts';
import styles from './detections.module.css';
import { useDestinations } from './queries.ts';

export interface DestinationFieldProps {
  /** Ids of destinations. */
  value: readonly string[];
  onChange: (value: string[]) => void;
  help: ReactNode;
  disabled?: boolean;
}

/** Destinations that get the alerts of a detection whatever their severity. */
export function DestinationField({ value, onChange, help, disabled = false }: DestinationFieldProps) {
  const { data, isError, error } = useDestinations();
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
  return (
    <MultiSelect
      label="Destination overrides"
      disabled={disabled || state !== false}
      selectAllLabel={null}
      help={
        <>
          <span>{help}</span>
          {state && <div role="status">{state}</div>}
        </>
      }
      aside={create('Create destination')}
      options={(data ?? []).map(({ outputId, displayName }) => ({ value: outputId, label: displayName }))}
      value={[...value]}
      onChange={onChange}
    />
  );
}
