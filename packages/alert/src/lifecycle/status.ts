import type { AlertStatus, AlertType, Severity } from '@margay/model';

/** Alerts of severity INFO need nobody, so they start resolved. */
export function initialStatus(severity: Severity): AlertStatus {
  return severity === 'INFO' ? 'RESOLVED' : 'OPEN';
}

export const alertListingTypes = ['ALERT', 'DETECTION_ERROR', 'SYSTEM_ERROR'] as const;
export type AlertListingType = (typeof alertListingTypes)[number];

/** Which alert types each tab of the list shows. Policy failures are alerts too. */
const typesOfListing: Record<AlertListingType, readonly AlertType[]> = {
  ALERT: ['RULE', 'SCHEDULED_RULE', 'CORRELATION_RULE', 'POLICY'],
  DETECTION_ERROR: ['RULE_ERROR', 'SCHEDULED_RULE_ERROR', 'CORRELATION_RULE_ERROR'],
  SYSTEM_ERROR: ['SYSTEM_ERROR'],
};
/** The kinds a person can narrow a tab by. System errors have none. */
const subtypesOfListing: Record<AlertListingType, readonly AlertType[]> = {
  ALERT: ['RULE', 'SCHEDULED_RULE', 'CORRELATION_RULE'],
  DETECTION_ERROR: typesOfListing.DETECTION_ERROR,
  SYSTEM_ERROR: [],
};

export const alertTypesOfListing = (listing: AlertListingType) => typesOfListing[listing];
export const alertSubtypesOfListing = (listing: AlertListingType) => subtypesOfListing[listing];
