import type { Severity } from '@margay/model';
import { stringifyJson } from '@margay/kit';
import type { DetectionFacts, Finding } from './finding.ts';

/** Longest title, description, runbook, reference and dedup string, in characters. */
export const textLimit = 1000;
export const destinationLimit = 10;
/** Longest alert context, in characters of JSON. */
export const contextLimit = 204_800;
const suffix = '... (truncated)';

/** Cuts a long text and says so at its end. */
export function cutText(text: string, limit: number = textLimit): string {
  return text.length <= limit ? text : text.slice(0, limit - suffix.length).toWellFormed() + suffix;
}

/** What an alert says, frozen when its group opens. Never interpreted as a template or markup. */
export interface AlertTexts {
  title: string;
  severity: Severity;
  description: string;
  runbook: string;
  reference: string;
  contextJson: string;
  /** Null: the detection did not say. Empty: deliver to nobody. */
  destinations: string[] | null;
}

const nameOf = (detection: DetectionFacts) => detection.displayName || detection.id;
/** What the detection's function said, cut; else its setting, which a person wrote and nobody cuts. */
const orElse = (said: string | undefined, setting: string) =>
  said === undefined || said === '' ? setting : cutText(said);

export function alertTextsOf(finding: Finding): AlertTexts {
  const { detection } = finding;
  if (finding.kind === 'error') return errorTextsOf(finding);
  const { texts } = finding;
  return {
    title: cutText(texts.title || nameOf(detection)),
    severity: texts.severity ?? detection.severity,
    description: orElse(texts.description, detection.description),
    runbook: orElse(texts.runbook, detection.runbook),
    reference: orElse(texts.reference, detection.reference),
    contextJson: contextOf(texts.contextJson),
    destinations: texts.destinations === undefined ? null : texts.destinations.slice(0, destinationLimit),
  };
}

function contextOf(json: string | undefined): string {
  if (json === undefined) return '{}';
  if (json.length <= contextLimit) return json;
  return JSON.stringify({
    _error: `the alert context is ${json.length} characters of JSON; at most ${contextLimit} are kept`,
  });
}

function errorTextsOf(finding: Extract<Finding, { kind: 'error' }>): AlertTexts {
  const { detection, error } = finding;
  const type = errorTypeOf(error);
  const rest = error.slice(type.length).replace(/^:\s*/, '');
  return {
    title: cutText(`[${type}] ${rest}`.trimEnd()),
    severity: detection.severity,
    description: detection.description,
    runbook: detection.runbook,
    reference: detection.reference,
    contextJson: contextOf(stringifyJson({ error, traceback: finding.traceback ?? '' })),
    destinations: null,
  };
}

/** `KeyError: 'x'` is a `KeyError`; a text without a type is an `Error`. */
export function errorTypeOf(error: string): string {
  return /^[A-Za-z_][\w.]*(?=:|$)/.exec(error)?.[0] ?? 'Error';
}

/** What groups findings of one detection: dedup(), else the title, else a constant of the detection. */
export function dedupStringOf(finding: Finding): string {
  if (finding.kind === 'error') return errorTypeOf(finding.error);
  const fallback = finding.resource?.id ?? finding.texts.title;
  const said = finding.texts.dedup || fallback || `defaultDedupString:${finding.detection.id}`;
  return said.slice(0, textLimit).toWellFormed();
}
