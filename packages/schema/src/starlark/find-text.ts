import type { Meter } from './meter.ts';

/** Beyond so many comparisons at worst, the search that is linear in any case. */
const fewComparisons = 16_384;

/** As `indexOf`, in time that grows with the two lengths and never with their product. */
export function findText(meter: Meter, text: string, wanted: string, from = 0): number {
  const length = text.length - from;
  if (wanted.length > length) return -1;
  if (wanted.length <= 1 || wanted.length * length <= fewComparisons) {
    const found = text.indexOf(wanted, from);
    meter.charge(1 + ((found < 0 ? text.length : found) - from) / 16);
    return found;
  }
  return findLinear(meter, text, wanted, from);
}

export function findLastText(meter: Meter, text: string, wanted: string): number {
  if (wanted.length <= 1 || wanted.length * text.length <= fewComparisons) {
    meter.charge(1 + text.length / 16);
    return text.lastIndexOf(wanted);
  }
  const found = findLinear(meter, reversed(meter, text), reversed(meter, wanted), 0);
  return found < 0 ? -1 : text.length - found - wanted.length;
}

function reversed(meter: Meter, text: string): string {
  meter.take(text.length * 16);
  const units: string[] = [];
  for (let i = text.length - 1; i >= 0; i--) units.push(text[i]!);
  return units.join('');
}

/** Knuth, Morris and Pratt. */
function findLinear(meter: Meter, text: string, wanted: string, from: number): number {
  meter.take(wanted.length * 4);
  const back = new Int32Array(wanted.length);
  for (let i = 1, matched = 0; i < wanted.length; i++) {
    while (matched > 0 && wanted.charCodeAt(i) !== wanted.charCodeAt(matched)) matched = back[matched - 1]!;
    if (wanted.charCodeAt(i) === wanted.charCodeAt(matched)) matched++;
    back[i] = matched;
  }
  for (let i = from, matched = 0; i < text.length; i++) {
    if ((i & 63) === 0) meter.charge(8);
    while (matched > 0 && text.charCodeAt(i) !== wanted.charCodeAt(matched)) matched = back[matched - 1]!;
    if (text.charCodeAt(i) === wanted.charCodeAt(matched)) matched++;
    if (matched === wanted.length) return i - matched + 1;
  }
  return -1;
}
