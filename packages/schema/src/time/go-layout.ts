import {
  digits,
  fraction,
  half,
  literal,
  monthName,
  padded,
  space,
  weekdayName,
  zoneName,
  zoneOffset,
} from './steps.ts';
import type { Step } from './steps.ts';

/** The pieces of Go's reference time (package time, constants of format.go), longest first where one begins another. */
const pieces: readonly (readonly [string, Step])[] = [
  ['January', monthName],
  ['Jan', monthName],
  ['Monday', weekdayName],
  ['Mon', weekdayName],
  ['MST', zoneName],
  ['2006', digits('year', 4, 4)],
  ['-07:00:00', zoneOffset],
  ['-07:00', zoneOffset],
  ['-0700', zoneOffset],
  ['-07', zoneOffset],
  ['Z07:00', zoneOffset],
  ['Z0700', zoneOffset],
  ['Z07', zoneOffset],
  ['002', digits('dayOfYear', 3, 3)],
  ['01', digits('month', 2)],
  ['02', digits('day', 2)],
  ['03', digits('hour12', 2)],
  ['04', digits('minute', 2)],
  ['05', digits('second', 2)],
  ['06', digits('twoDigitYear', 2, 2)],
  ['15', digits('hour', 2)],
  ['PM', half],
  ['pm', half],
  ['_2', padded('day', 2)],
  ['1', digits('month', 2)],
  ['2', digits('day', 2)],
  ['3', digits('hour12', 2)],
  ['4', digits('minute', 2)],
  ['5', digits('second', 2)],
];

const fractionPiece = /^[.,](0+|9+)(?!\d)/;

/** The steps of a Go time layout. Every text is a layout; what is no piece of the reference time stands for itself. */
export function compileGoLayout(layout: string): Step[] {
  const steps: Step[] = [];
  let at = 0;
  let plain = '';
  const add = (step: Step) => {
    if (plain !== '') steps.push(literal(plain));
    plain = '';
    steps.push(step);
  };
  while (at < layout.length) {
    const rest = layout.slice(at);
    const piece = pieces.find(([text]) => rest.startsWith(text));
    const fractionMatch = fractionPiece.exec(rest);
    if (piece !== undefined) {
      add(piece[1]);
      if (piece[0] === '05' || piece[0] === '5') steps.push(optionalFraction);
      at += piece[0].length;
    } else if (fractionMatch !== null) {
      // Fractions are read behind the seconds whether the layout names them or not, as Go does.
      at += fractionMatch[0].length;
    } else if (/^\s/.test(rest)) {
      add(space);
      at += rest.length - rest.trimStart().length;
    } else {
      plain += layout[at];
      at++;
    }
  }
  if (plain !== '') steps.push(literal(plain));
  return steps;
}

const readFraction = fraction(9);

const optionalFraction: Step = (text, at, parts) => {
  const mark = text[at];
  if (mark !== '.' && mark !== ',') return at;
  const end = readFraction(text, at + 1, parts);
  return end < 0 ? at : end;
};
