import { http } from './http.ts';
import { logPulling } from './log-pulling.ts';
import type { SourceDefinition } from './source.ts';

/** Every kind of log source, by file name. One more costs its file and its line here. */
export const sources: readonly SourceDefinition[] = [http, logPulling];
