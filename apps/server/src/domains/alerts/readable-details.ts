import { mayReadLogTypes, type LogTypeAccess } from '@margay/auth';
import { parsedJson } from './delivered.ts';
import type { AlertRecord, SystemErrorOrigin } from './record.ts';

/** Its details always quoted lines, and once nobody noted of which log types. */
const quoting = 'SOURCE_CLASSIFICATION_FAILURES';
const withheld = { withheld: 'The details quote lines of log types that your role may not read.' };

/** System errors are for everybody; lines that they quote are for who may read every log type they can be of. */
export function readableDetails(access: LogTypeAccess, error: SystemErrorOrigin): unknown {
  const { type, details, quotedLogTypes = type === quoting ? [] : undefined } = error;
  return quotedLogTypes === undefined || mayReadLogTypes(access, quotedLogTypes) ? details : withheld;
}

/** What a rule gave to an alert, or the details of a system error. */
export function readableContext(
  access: LogTypeAccess,
  { contextJson, systemError }: Pick<AlertRecord, 'contextJson' | 'systemError'>,
): unknown {
  return systemError === null ? parsedJson(contextJson) : (readableDetails(access, systemError) ?? {});
}
