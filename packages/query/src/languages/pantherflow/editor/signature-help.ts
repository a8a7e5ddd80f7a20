import type { FlowKnowledge } from './knowledge.ts';
import { signatureOf } from './knowledge.ts';
import { placeAt } from './place.ts';
import { openCalls } from './stage-place.ts';

export interface FlowSignature {
  /** `strings.contains(s: string, sub: string) -> bool` */
  label: string;
  doc: string;
  /** Where each parameter stands in the label. */
  params: { start: number; end: number }[];
  /** Index of the parameter being typed; undefined behind the last one. */
  active?: number;
}

/** The call around an offset (UTF-16 units); inside several the innermost. */
export function signatureHelpAt(
  text: string,
  offset: number,
  knowledge: FlowKnowledge,
): FlowSignature | undefined {
  const place = placeAt(text, offset);
  const call = place.isInComment ? undefined : openCalls(place, knowledge).findLast(({ fn }) => fn);
  if (!call?.fn) return undefined;
  const { label, params } = signatureOf(call.fn);
  const last = params.length - 1;
  const isRepeating = call.fn.params[last]?.variadic === true;
  const active = call.argument <= last ? call.argument : isRepeating ? last : undefined;
  return { label, doc: call.fn.doc, params, ...(active !== undefined && { active }) };
}
