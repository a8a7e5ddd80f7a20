import { exactTextOf } from '@margay/kit';
import { storableTimes } from '@margay/model';
import { timeParserOf } from '@margay/schema';
import { refuse } from './run.ts';
import type { Converter } from './run.ts';

/** The first format that fits decides. Empty text is nothing. */
export function timestampConverter(formats: readonly string[], isEventTime: boolean): Converter {
  const parsers = formats.map(timeParserOf);
  const reason = `is not a time in the format ${formats.join(' or ')}`;
  return (given, run) => {
    if (given === '') return undefined;
    const written = exactTextOf(given);
    const value = written === undefined ? given : Number(written);
    if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'bigint') {
      return refuse(run, reason);
    }
    for (const parse of parsers) {
      const text = parse(value, run.nowSeconds);
      if (text === undefined) continue;
      if (isEventTime) {
        // Both are texts of one length, so their order is that of the times.
        if (text >= storableTimes.first && text <= storableTimes.last) run.eventTime ??= text;
        else run.refusedEventTime ??= text;
      }
      return text;
    }
    return refuse(run, reason);
  };
}
