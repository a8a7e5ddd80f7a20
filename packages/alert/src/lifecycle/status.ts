import {
  alertingKinds,
  alertsOfKind,
  errorAlertTypes,
  matchAlertTypes,
  ruleAlertTypes,
  type AlertStatus,
  type AlertType,
  type Severity,
} from '@margay/model';

/** Alerts of severity INFO need nobody, so they start resolved. */
export function initialStatus(severity: Severity): AlertStatus {
  return severity === 'INFO' ? 'RESOLVED' : 'OPEN';
}

export const alertListingTypes = ['ALERT', 'DETECTION_ERROR', 'SYSTEM_ERROR'] as const;
export type AlertListingType = (typeof alertListingTypes)[number];

/** Which alert types each tab of the list shows. Policy failures are alerts too. */
const typesOfListing: Record<AlertListingType, readonly AlertType[]> = {
  ALERT: matchAlertTypes,
  DETECTION_ERROR: errorAlertTypes,
  SYSTEM_ERROR: ['SYSTEM_ERROR'],
};
/** Types that everyone who reads alerts may read, whatever log types he may not. */
export const openAlertTypes: readonly AlertType[] = [
  ...alertingKinds
    .map(alertsOfKind)
    .filter(({ followsLogTypes }) => !followsLogTypes)
    .map(({ types }) => types.match),
  'SYSTEM_ERROR',
];

/** The kinds a person can narrow a tab by. System errors have none. */
const subtypesOfListing: Record<AlertListingType, readonly AlertType[]> = {
  ALERT: ruleAlertTypes,
  DETECTION_ERROR: typesOfListing.DETECTION_ERROR,
  SYSTEM_ERROR: [],
};

export const alertTypesOfListing = (listing: AlertListingType) => typesOfListing[listing];
export const alertSubtypesOfListing = (listing: AlertListingType) => subtypesOfListing[listing];
