import {
  alertsOfKind,
  detectionAlertHeadings,
  kindOfAlertType,
  type AlertType,
  type DeliveredAlert,
} from '@margay/model';

const headings: Record<AlertType, string> = {
  ...detectionAlertHeadings,
  SYSTEM_ERROR: 'System Error',
};

export const nameOfAlert = (alert: DeliveredAlert) => alert.detectionName || alert.detectionId;

/** The title a person reads at the other side: it says at once what kind of news this is. One line. */
export function deliveredTitle(alert: DeliveredAlert): string {
  const title = (alert.title || nameOfAlert(alert)).replace(/[\r\n]+/g, ' ');
  if (alert.isResent === true) return `[Re-sent]: ${title}`;
  const kind = kindOfAlertType(alert.type);
  const isNamed = kind !== undefined && alertsOfKind(kind).announces === 'name';
  const said = isNamed ? nameOfAlert(alert) : title;
  return `${headings[alert.type]}: ${said}`;
}
