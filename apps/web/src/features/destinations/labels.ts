import {
  alertTypeLabels,
  alertTypes,
  errorAlertTypes,
  matchAlertTypes,
  ruleAlertTypes,
  type AlertType,
} from '@margay/model';
import type { VerificationStatus } from './queries.ts';

const policyAlertTypes = matchAlertTypes.filter((type) => !ruleAlertTypes.includes(type));

/** Alert types in few words: those that belong together count as one. */
export function alertTypesText(types: readonly AlertType[]): string {
  if (types.length === alertTypes.length) return 'All types';
  const has = (type: AlertType) => types.includes(type);
  const words: string[] = [];
  if (ruleAlertTypes.every(has)) words.push('Alerts');
  else words.push(...ruleAlertTypes.filter(has).map((type) => alertTypeLabels[type]));
  if (policyAlertTypes.some(has)) words.push('Policies');
  if (errorAlertTypes.every(has)) words.push('Detection errors');
  else words.push(...errorAlertTypes.filter(has).map((type) => alertTypeLabels[type]));
  if (has('SYSTEM_ERROR')) words.push('System errors');
  return words.join(', ');
}

export const verificationLabels: Record<VerificationStatus, string> = {
  NOT_VERIFIED: 'Not tested',
  VERIFIED: 'Test passed',
  FAILED: 'Test failed',
};
