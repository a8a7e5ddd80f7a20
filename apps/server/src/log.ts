import type { Logger } from '@margay/kit';
import { pino } from 'pino';

/** JSON lines on standard output. Settings marked secret never get here; the redaction list is the second line. */
export function createLogger(level: string): Logger {
  return pino({
    level,
    base: {},
    redact: {
      paths: ['*.password', '*.token', '*.secret', '*.authorization', 'password', 'token', 'secret'],
      censor: '[redacted]',
    },
    timestamp: pino.stdTimeFunctions.isoTime,
  });
}
