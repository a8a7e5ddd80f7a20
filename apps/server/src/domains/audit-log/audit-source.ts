import type { ProcessedSource } from '../../pipeline/processing-config.ts';

export const auditLogType = 'Panther.Audit';

/**
 * Where the entries come from, as the pipeline sees it. It is no log source that somebody made: nobody can send to it,
 * change it or delete it, and no other source may bring its log type.
 */
export const auditSource: ProcessedSource = {
  id: 'panther-audit',
  label: 'Audit log',
  logTypes: [auditLogType],
  streamType: 'Lines',
  streamOptions: {},
};
