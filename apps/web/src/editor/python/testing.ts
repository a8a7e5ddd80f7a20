import { createKnowledge } from './knowledge.ts';
import type { LogTypeFields } from './event-fields.ts';

const shape = (logType: string, fields: string, keepsUnknownFields = false): LogTypeFields => ({
  logType,
  keepsUnknownFields,
  fields: fields.split(', ').map((text) => {
    const [path = '', type = 'string'] = text.split(':');
    return {
      path: path.split('.'),
      type,
      description: path === 'sourceIPAddress' ? 'Address of the caller' : null,
      isDiscovered: false,
    };
  }),
});

export const trail = shape(
  'AWS.CloudTrail',
  'eventName, sourceIPAddress, userIdentity:object, userIdentity.type, userIdentity.userName, resources:array of object, resources.arn, requestParameters:json, p_log_type',
);
export const okta = shape('Okta.SystemLog', 'eventType, actor:object, actor.alternateId, p_log_type');
export const open = shape('Custom.Open', 'known, p_log_type', true);

const helpers = [
  {
    id: 'margay_aws',
    description: 'CloudTrail',
    body: 'def actor(event):\n    """Who did it."""\n\ndef context(event, **more):\n    pass\n\ndef _hidden(x):\n    pass\n',
  },
];
const unifiedNames = [
  { name: 'source_ip', logType: 'AWS.CloudTrail', source: 'sourceIPAddress' },
  { name: 'source_ip', logType: 'Okta.SystemLog', source: 'client.ipAddress' },
  { name: 'user', logType: 'Okta.SystemLog', source: 'user_of()' },
];

export const knowledgeOf = (...shapes: LogTypeFields[]) => createKnowledge({ shapes, unifiedNames, helpers });

/** A text with `§` where the cursor is. */
export function atCursor(marked: string): { text: string; at: number } {
  return { text: marked.replace('§', ''), at: marked.indexOf('§') };
}
