import type { AlertType, DeliveredAlert } from '@margay/model';

const prefixes: Record<AlertType, string> = {
  RULE: 'New Alert',
  SCHEDULED_RULE: 'New Alert',
  CORRELATION_RULE: 'New Alert',
  RULE_ERROR: 'New rule error',
  SCHEDULED_RULE_ERROR: 'New scheduled rule error',
  CORRELATION_RULE_ERROR: 'New correlation rule error',
  POLICY: 'Policy Failure',
  SYSTEM_ERROR: 'System Error',
};

export const nameOfAlert = (alert: DeliveredAlert) => alert.detectionName || alert.detectionId;

/** The title a person reads at the other side: it says at once what kind of news this is. One line. */
export function deliveredTitle(alert: DeliveredAlert): string {
  const title = (alert.title || nameOfAlert(alert)).replace(/[\r\n]+/g, ' ');
  if (alert.isResent === true) return `[Re-sent]: ${title}`;
  const said = alert.type === 'POLICY' ? nameOfAlert(alert) : title;
  return `${prefixes[alert.type]}: ${said}`;
}
