import type { AlertType } from '@margay/model';
import type { VerificationStatus } from './queries.ts';

export const alertTypeLabels: Record<AlertType, string> = {
  RULE: 'Rule',
  RULE_ERROR: 'Rule error',
  SCHEDULED_RULE: 'Scheduled Rule',
  SCHEDULED_RULE_ERROR: 'Scheduled rule error',
  CORRELATION_RULE: 'Correlation Rule',
  CORRELATION_RULE_ERROR: 'Correlation rule error',
  POLICY: 'Policy',
  SYSTEM_ERROR: 'System error',
};

const alertKinds: readonly AlertType[] = ['RULE', 'SCHEDULED_RULE', 'CORRELATION_RULE'];
const errorKinds: readonly AlertType[] = ['RULE_ERROR', 'SCHEDULED_RULE_ERROR', 'CORRELATION_RULE_ERROR'];

/** Alert types in few words: those that belong together count as one. */
export function alertTypesText(types: readonly AlertType[]): string {
  if (types.length === Object.keys(alertTypeLabels).length) return 'All types';
  const has = (type: AlertType) => types.includes(type);
  const words: string[] = [];
  if (alertKinds.every(has)) words.push('Alerts');
  else words.push(...alertKinds.filter(has).map((type) => alertTypeLabels[type]));
  if (has('POLICY')) words.push('Policies');
  if (errorKinds.every(has)) words.push('Detection errors');
  else words.push(...errorKinds.filter(has).map((type) => alertTypeLabels[type]));
  if (has('SYSTEM_ERROR')) words.push('System errors');
  return words.join(', ');
}

export const verificationLabels: Record<VerificationStatus, string> = {
  NOT_VERIFIED: 'Not tested',
  VERIFIED: 'Test passed',
  FAILED: 'Test failed',
};
