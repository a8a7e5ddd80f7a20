import {
  digits,
  fraction,
  half,
  literal,
  monthName,
  padded,
  space,
  unixSeconds,
  weekdayName,
  zoneName,
  zoneOffset,
} from './steps.ts';
import type { Step } from './steps.ts';

/** Directives that stand for a longer pattern. */
const shorthand: Record<string, string> = {
  c: '%a %b %e %H:%M:%S %Y',
  D: '%m/%d/%y',
  F: '%Y-%m-%d',
  R: '%H:%M',
  r: '%I:%M:%S %p',
  T: '%H:%M:%S',
  v: '%e-%b-%Y',
  x: '%m/%d/%y',
  X: '%H:%M:%S',
};

const stepOf: Record<string, Step> = {
  a: weekdayName,
  A: weekdayName,
  b: monthName,
  h: monthName,
  B: monthName,
  C: digits('century', 2, 2),
  d: digits('day', 2),
  e: padded('day', 2),
  f: fraction(9),
  H: digits('hour', 2),
  I: digits('hour12', 2),
  l: padded('hour12', 2),
  j: digits('dayOfYear', 3),
  k: padded('hour', 2),
  L: fraction(3, 3),
  m: digits('month', 2),
  M: digits('minute', 2),
  n: space,
  N: fraction(9),
  p: half,
  P: half,
  s: unixSeconds,
  S: digits('second', 2),
  t: space,
  U: digits(undefined, 2),
  W: digits(undefined, 2),
  u: digits(undefined, 1),
  w: digits(undefined, 1),
  y: digits('twoDigitYear', 2, 2),
  Y: digits('year', 4, 4),
  z: zoneOffset,
  Z: zoneName,
  '%': literal('%'),
};

/** The steps of a strftime pattern, or what is wrong with it. Directives as in strftime(3), `%-d` counting as `%d`. */
export function compileStrftime(pattern: string): Step[] | { fault: string } {
  const steps: Step[] = [];
  let plain = '';
  const endPlain = () => {
    if (plain !== '') steps.push(literal(plain));
    plain = '';
  };
  const full = pattern.replace(/%[-_0^#]?([cDFRrTvxX])/g, (_, letter: string) => shorthand[letter]!);
  for (let at = 0; at < full.length; at++) {
    const character = full[at]!;
    if (/\s/.test(character)) {
      endPlain();
      while (/\s/.test(full[at + 1] ?? '')) at++;
      steps.push(space);
    } else if (character === '%') {
      at++;
      if (/[-_0^#]/.test(full[at] ?? '')) at++;
      const letter = full[at];
      if (letter === undefined) return { fault: 'it ends with a lone "%"' };
      const step = Object.hasOwn(stepOf, letter) ? stepOf[letter] : undefined;
      if (step === undefined) return { fault: `it has the unknown directive "%${letter}"` };
      endPlain();
      steps.push(step);
    } else {
      plain += character;
    }
  }
  endPlain();
  return steps;
}
