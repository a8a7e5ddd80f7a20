import { absFunction } from './abs.ts';
import { anyValueFunction } from './any-value.ts';
import { approxCountDistinctFunction } from './approx-count-distinct.ts';
import { arrayAggFunction } from './array-agg.ts';
import { arrayAnyIlikeFunction } from './array-any-ilike.ts';
import { arrayCatFunction } from './array-cat.ts';
import { arrayCompactFunction } from './array-compact.ts';
import { arrayConstructFunction } from './array-construct.ts';
import { arrayContainsFunction } from './array-contains.ts';
import { arrayDistinctFunction } from './array-distinct.ts';
import { arrayExceptFunction } from './array-except.ts';
import { arrayIntersectionFunction } from './array-intersection.ts';
import { arrayMaxFunction } from './array-max.ts';
import { arrayMinFunction } from './array-min.ts';
import { arraySizeFunction } from './array-size.ts';
import { arraySliceFunction } from './array-slice.ts';
import { arraySortFunction } from './array-sort.ts';
import { arrayToStringFunction } from './array-to-string.ts';
import { arrayUniqueAggFunction } from './array-unique-agg.ts';
import { arraysOverlapFunction } from './arrays-overlap.ts';
import { avgFunction } from './avg.ts';
import { base64DecodeStringFunction } from './base64-decode-string.ts';
import { base64EncodeFunction } from './base64-encode.ts';
import { boolAndFunction } from './bool-and.ts';
import { boolOrFunction } from './bool-or.ts';
import { ceilFunction } from './ceil.ts';
import { coalesceFunction } from './coalesce.ts';
import { concatFunction } from './concat.ts';
import { containsFunction } from './contains.ts';
import { countFunction } from './count.ts';
import { countIfFunction } from './count-if.ts';
import { dateFunction } from './date.ts';
import { datePartFunction } from './date-part.ts';
import { dateTruncFunction } from './date-trunc.ts';
import { dateaddFunction } from './dateadd.ts';
import { datediffFunction } from './datediff.ts';
import { dayFunction } from './day.ts';
import { dayofweekFunction } from './dayofweek.ts';
import { denseRankFunction } from './dense-rank.ts';
import { div0Function } from './div0.ts';
import { endswithFunction } from './endswith.ts';
import { epochSecondsFunction } from './epoch-seconds.ts';
import { firstValueFunction } from './first-value.ts';
import { filterFunction } from './filter.ts';
import { floorFunction } from './floor.ts';
import { getFunction } from './get.ts';
import { greatestFunction } from './greatest.ts';
import { hashFunction } from './hash.ts';
import { hourFunction } from './hour.ts';
import { ilikeFunction } from './ilike.ts';
import { inCidrFunction } from './in-cidr.ts';
import { lagFunction } from './lag.ts';
import { lastValueFunction } from './last-value.ts';
import { leadFunction } from './lead.ts';
import { leastFunction } from './least.ts';
import { leftFunction } from './left.ts';
import { lengthFunction } from './length.ts';
import { likeFunction } from './like.ts';
import { listaggFunction } from './listagg.ts';
import { lnFunction } from './ln.ts';
import { logFunction } from './log.ts';
import { lowerFunction } from './lower.ts';
import { ltrimFunction } from './ltrim.ts';
import { maxFunction } from './max.ts';
import { maxByFunction } from './max-by.ts';
import { md5Function } from './md5.ts';
import { medianFunction } from './median.ts';
import { minFunction } from './min.ts';
import { minByFunction } from './min-by.ts';
import { minuteFunction } from './minute.ts';
import { modFunction } from './mod.ts';
import { monthFunction } from './month.ts';
import { nullifFunction } from './nullif.ts';
import { objectKeysFunction } from './object-keys.ts';
import { parseJsonFunction } from './parse-json.ts';
import { percentileFunction } from './percentile.ts';
import { positionFunction } from './position.ts';
import { powerFunction } from './power.ts';
import { rankFunction } from './rank.ts';
import { regexpCountFunction } from './regexp-count.ts';
import { regexpLikeFunction } from './regexp-like.ts';
import { regexpReplaceFunction } from './regexp-replace.ts';
import { regexpSubstrFunction } from './regexp-substr.ts';
import { replaceFunction } from './replace.ts';
import { reverseFunction } from './reverse.ts';
import { rightFunction } from './right.ts';
import { roundFunction } from './round.ts';
import { rowNumberFunction } from './row-number.ts';
import { rtrimFunction } from './rtrim.ts';
import { secondFunction } from './second.ts';
import { sha256Function } from './sha256.ts';
import { signFunction } from './sign.ts';
import { splitFunction } from './split.ts';
import { splitPartFunction } from './split-part.ts';
import { sqrtFunction } from './sqrt.ts';
import { startswithFunction } from './startswith.ts';
import { stddevFunction } from './stddev.ts';
import { substrFunction } from './substr.ts';
import { sumFunction } from './sum.ts';
import { timeSliceFunction } from './time-slice.ts';
import { toBooleanFunction } from './to-boolean.ts';
import { toJsonFunction } from './to-json.ts';
import { toNumberFunction } from './to-number.ts';
import { toTimestampFunction } from './to-timestamp.ts';
import { toVarcharFunction } from './to-varchar.ts';
import { toVariantFunction } from './to-variant.ts';
import { transformFunction } from './transform.ts';
import { trimFunction } from './trim.ts';
import { truncFunction } from './trunc.ts';
import { typeofFunction } from './typeof.ts';
import { upperFunction } from './upper.ts';
import { varianceFunction } from './variance.ts';
import { yearFunction } from './year.ts';
import { zeroifnullFunction } from './zeroifnull.ts';
import type { QueryFunction } from './define.ts';

/** Every function a query may call, alphabetically by file. Nothing else reaches the engine. */
export const queryFunctions: readonly QueryFunction[] = [
  absFunction,
  anyValueFunction,
  approxCountDistinctFunction,
  arrayAggFunction,
  arrayAnyIlikeFunction,
  arrayCatFunction,
  arrayCompactFunction,
  arrayConstructFunction,
  arrayContainsFunction,
  arrayDistinctFunction,
  arrayExceptFunction,
  arrayIntersectionFunction,
  arrayMaxFunction,
  arrayMinFunction,
  arraySizeFunction,
  arraySliceFunction,
  arraySortFunction,
  arrayToStringFunction,
  arrayUniqueAggFunction,
  arraysOverlapFunction,
  avgFunction,
  base64DecodeStringFunction,
  base64EncodeFunction,
  boolAndFunction,
  boolOrFunction,
  ceilFunction,
  coalesceFunction,
  concatFunction,
  containsFunction,
  countFunction,
  countIfFunction,
  dateFunction,
  datePartFunction,
  dateTruncFunction,
  dateaddFunction,
  datediffFunction,
  dayFunction,
  dayofweekFunction,
  denseRankFunction,
  div0Function,
  endswithFunction,
  epochSecondsFunction,
  firstValueFunction,
  filterFunction,
  floorFunction,
  getFunction,
  greatestFunction,
  hashFunction,
  hourFunction,
  ilikeFunction,
  inCidrFunction,
  lagFunction,
  lastValueFunction,
  leadFunction,
  leastFunction,
  leftFunction,
  lengthFunction,
  likeFunction,
  listaggFunction,
  lnFunction,
  logFunction,
  lowerFunction,
  ltrimFunction,
  maxFunction,
  maxByFunction,
  md5Function,
  medianFunction,
  minFunction,
  minByFunction,
  minuteFunction,
  modFunction,
  monthFunction,
  nullifFunction,
  objectKeysFunction,
  parseJsonFunction,
  percentileFunction,
  positionFunction,
  powerFunction,
  rankFunction,
  regexpCountFunction,
  regexpLikeFunction,
  regexpReplaceFunction,
  regexpSubstrFunction,
  replaceFunction,
  reverseFunction,
  rightFunction,
  roundFunction,
  rowNumberFunction,
  rtrimFunction,
  secondFunction,
  sha256Function,
  signFunction,
  splitFunction,
  splitPartFunction,
  sqrtFunction,
  startswithFunction,
  stddevFunction,
  substrFunction,
  sumFunction,
  timeSliceFunction,
  toBooleanFunction,
  toJsonFunction,
  toNumberFunction,
  toTimestampFunction,
  toVarcharFunction,
  toVariantFunction,
  transformFunction,
  trimFunction,
  truncFunction,
  typeofFunction,
  upperFunction,
  varianceFunction,
  yearFunction,
  zeroifnullFunction,
];

const byName = new Map<string, QueryFunction>();
for (const fn of queryFunctions) for (const name of [fn.name, ...(fn.aliases ?? [])]) byName.set(name, fn);

/** By name or alias, ignoring case. */
export function functionNamed(name: string): QueryFunction | undefined {
  return byName.get(name.toLowerCase());
}

export function functionNames(): string[] {
  return [...byName.keys()];
}
