import { parseTime } from '../../../lib/format-time.ts';
import type { AlertEvent } from '../queries.ts';

/** Fields that say what happened, and to what, in the order of preference. Paths go through objects. */
const actionFields = [
  'eventName',
  'eventType',
  'event_type',
  'action',
  'event.action',
  'Operation',
  'operation',
  'methodName',
  'protoPayload.methodName',
  'verb',
  'query_name',
  'alert.signature',
  'name',
  'type',
  'p_rule_error',
];
const detailFields = [
  'requestParameters.userName',
  'requestParameters.bucketName',
  'actor.alternateId',
  'actor.login',
  'actor',
  'userIdentity.arn',
  'user',
  'userId',
  'repo',
  'sourceIPAddress',
  'client.ipAddress',
  'src_ip',
  'srcAddr',
  'host',
  'message',
];

export function valueAt(event: AlertEvent, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>(
      (value, name) =>
        typeof value === 'object' && value !== null && Object.hasOwn(value, name)
          ? Reflect.get(value, name)
          : undefined,
      event,
    );
}

function firstText(event: AlertEvent, paths: readonly string[], besides?: string): string | undefined {
  for (const path of paths) {
    const value = valueAt(event, path);
    if (typeof value === 'string' && value !== '' && value !== besides) return value;
  }
  return undefined;
}

export interface EventHeadline {
  id: string;
  at: Date | undefined;
  logType: string;
  action: string;
  detail: string;
}

/** One line that tells events of a list apart. What is not known falls back to the first texts of the event. */
export function headlineOf(event: AlertEvent): EventHeadline {
  const time = event.p_event_time;
  const texts = Object.entries(event)
    .filter(([name, value]) => !name.startsWith('p_') && typeof value === 'string' && value !== '')
    .map(([, value]) => String(value));
  const action = firstText(event, actionFields) ?? texts[0] ?? 'Event';
  const detail = firstText(event, detailFields, action) ?? texts.find((text) => text !== action) ?? '';
  return {
    id: String(event.p_row_id ?? JSON.stringify(event)),
    at: typeof time === 'string' ? parseTime(time) : undefined,
    logType: typeof event.p_log_type === 'string' ? event.p_log_type : '',
    action,
    detail,
  };
}
