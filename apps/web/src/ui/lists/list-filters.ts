import { severities } from '@margay/model';
import type { Severity } from '@margay/model';
import type { Filter } from './filter-bar.tsx';
import { severityLabels } from '../marks/severity.tsx';

/**
 * The filters that lists share. A filter's id is its name in the address: that is what clearing takes away. None in
 * force is undefined, so that it leaves the address.
 */
export const listOrNone = <Value>(values: Value[]): Value[] | undefined =>
  values.length === 0 ? undefined : values;

/** Any of several texts. One of the address shows even when nothing carries it any more. */
export function textsFilter(
  id: string,
  label: string,
  known: readonly string[],
  chosen: readonly string[] | undefined,
  onChange: (values: string[] | undefined) => void,
): Filter {
  return {
    id,
    label,
    options: [...new Set([...(chosen ?? []), ...known])].map((value) => ({ value, label: value })),
    values: chosen ?? [],
    onChange: (values) => onChange(listOrNone(values)),
  };
}

/** One of several values, the one chosen last. */
export function oneOfFilter<Value extends string>(
  id: string,
  label: string,
  options: readonly { value: Value; label: string }[],
  chosen: Value | undefined,
  onChange: (value: Value | undefined) => void,
): Filter {
  return {
    id,
    label,
    options,
    values: chosen === undefined ? [] : [chosen],
    onChange: (values) => onChange(options.find(({ value }) => value === values.at(-1))?.value),
  };
}

export function severityFilter(
  chosen: readonly Severity[] | undefined,
  onChange: (change: { severity: Severity[] | undefined }) => void,
): Filter {
  return {
    id: 'severity',
    label: 'Severity',
    options: severities.toReversed().map((value) => ({ value, label: severityLabels[value] })),
    values: chosen ?? [],
    onChange: (values) =>
      onChange({ severity: listOrNone(severities.filter((severity) => values.includes(severity))) }),
  };
}

const flagFilter = (
  id: string,
  label: string,
  [yes, no]: readonly [string, string],
  chosen: boolean | undefined,
  onChange: (value: boolean | undefined) => void,
): Filter =>
  oneOfFilter(
    id,
    label,
    [
      { value: 'yes', label: yes },
      { value: 'no', label: no },
    ],
    chosen === undefined ? undefined : chosen ? 'yes' : 'no',
    (value) => onChange(value === undefined ? undefined : value === 'yes'),
  );

export const enabledFilter = (
  chosen: boolean | undefined,
  onChange: (change: { enabled: boolean | undefined }) => void,
): Filter =>
  flagFilter('enabled', 'State', ['Enabled', 'Disabled'], chosen, (enabled) => onChange({ enabled }));

/** Whether it came with a pack. */
export const managedFilter = (
  chosen: boolean | undefined,
  onChange: (change: { managed: boolean | undefined }) => void,
): Filter => flagFilter('managed', 'Origin', ['Managed', 'Own'], chosen, (managed) => onChange({ managed }));
