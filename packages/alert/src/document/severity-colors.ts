import type { Severity } from '@margay/model';

/** A colour per severity, for messages of chat services. */
export const severityColors: Record<Severity, string> = {
  CRITICAL: '#425a70',
  HIGH: '#cb2e2e',
  MEDIUM: '#d9822b',
  LOW: '#f7d154',
  INFO: '#47b881',
};
