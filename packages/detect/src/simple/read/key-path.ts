import { every, type Step } from '../specifier.ts';

export const mostSteps = 100;

const place = /^(?:0|-?[1-9]\d{0,8})$/;

/** Reads `a.b[2].c[*]`: names between dots, places or `[*]` in brackets. A path into a list may begin with one. */
export function parseKeyPath(text: string): { steps: Step[] } | { reason: string } {
  const steps: Step[] = [];
  let at = 0;
  let mayBeName = true;
  while (at < text.length) {
    if (steps.length >= mostSteps) return { reason: `it has more than ${mostSteps} steps` };
    if (text[at] === '[' && (at === 0 || text[at - 1] !== '.')) {
      const end = text.indexOf(']', at);
      const inner = end < 0 ? '' : text.slice(at + 1, end);
      if (inner !== '*' && !place.test(inner)) return { reason: 'a bracket holds neither a place nor *' };
      steps.push(inner === '*' ? every : Number(inner));
      at = end + 1;
    } else if (mayBeName) {
      const length = text.slice(at).search(/[.[\]]|$/);
      if (length === 0) return { reason: 'a name is empty' };
      steps.push(text.slice(at, at + length));
      at += length;
    } else return { reason: 'a bracket is followed by neither a dot nor a bracket' };
    mayBeName = text[at] === '.';
    if (mayBeName && ++at === text.length) return { reason: 'it ends in a dot' };
  }
  return steps.length === 0 ? { reason: 'it is empty' } : { steps };
}
