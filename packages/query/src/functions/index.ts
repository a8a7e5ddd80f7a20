import { absFunction } from './abs.ts';
import { anyValueFunction } from './any-value.ts';
import { approxCountDistinctFunction } from './approx-count-distinct.ts';
import { arrayAggFunction } from './array-agg.ts';
import { arrayAnyIlikeFunction } from './array-any-ilike.ts';
import { arrayAppendFunction } from './array-append.ts';
import { arrayCatFunction } from './array-cat.ts';
import { arrayCompactFunction } from './array-compact.ts';
import { arrayConstructFunction } from './array-construct.ts';
import { arrayContainsFunction } from './array-contains.ts';
import { arrayDistinctFunction } from './array-distinct.ts';
import { arrayExceptFunction } from './array-except.ts';
import { arrayFlattenFunction } from './array-flatten.ts';
import { arrayIntersectionFunction } from './array-intersection.ts';
import { arrayMaxFunction } from './array-max.ts';
import { arrayMinFunction } from './array-min.ts';
import { arrayPositionFunction } from './array-position.ts';
import { arrayPrependFunction } from './array-prepend.ts';
import { arrayRemoveFunction } from './array-remove.ts';
import { arraySizeFunction } from './array-size.ts';
import { arraySliceFunction } from './array-slice.ts';
import { arraySortFunction } from './array-sort.ts';
import { arrayToStringFunction } from './array-to-string.ts';
import { arrayUniqueAggFunction } from './array-unique-agg.ts';
import { arraysOverlapFunction } from './arrays-overlap.ts';
import { avgFunction } from './avg.ts';
import { base64DecodeStringFunction } from './base64-decode-string.ts';
import { base64EncodeFunction } from './base64-encode.ts';
import { bitandFunction } from './bitand.ts';
import { bitorFunction } from './bitor.ts';
import { bitxorFunction } from './bitxor.ts';
import { boolAndFunction } from './bool-and.ts';
import { boolOrFunction } from './bool-or.ts';
import { ceilFunction } from './ceil.ts';
import { chrFunction } from './chr.ts';
import { coalesceFunction } from './coalesce.ts';
import { concatFunction } from './concat.ts';
import { concatWsFunction } from './concat-ws.ts';
import { containsFunction } from './contains.ts';
import { corrFunction } from './corr.ts';
import { countFunction } from './count.ts';
import { countIfFunction } from './count-if.ts';
import { cumeDistFunction } from './cume-dist.ts';
import { dateFunction } from './date.ts';
import { dateFromPartsFunction } from './date-from-parts.ts';
import { datePartFunction } from './date-part.ts';
import { dateTruncFunction } from './date-trunc.ts';
import { dateaddFunction } from './dateadd.ts';
import { datediffFunction } from './datediff.ts';
import { dayFunction } from './day.ts';
import { daynameFunction } from './dayname.ts';
import { dayofweekFunction } from './dayofweek.ts';
import { dayofweekisoFunction } from './dayofweekiso.ts';
import { dayofyearFunction } from './dayofyear.ts';
import { denseRankFunction } from './dense-rank.ts';
import { div0Function } from './div0.ts';
import { div0nullFunction } from './div0null.ts';
import { editdistanceFunction } from './editdistance.ts';
import { endswithFunction } from './endswith.ts';
import { epochSecondsFunction } from './epoch-seconds.ts';
import { firstValueFunction } from './first-value.ts';
import { expFunction } from './exp.ts';
import { filterFunction } from './filter.ts';
import { floorFunction } from './floor.ts';
import { getFunction } from './get.ts';
import { greatestFunction } from './greatest.ts';
import { hashFunction } from './hash.ts';
import { hexDecodeStringFunction } from './hex-decode-string.ts';
import { hexEncodeFunction } from './hex-encode.ts';
import { hourFunction } from './hour.ts';
import { ilikeFunction } from './ilike.ts';
import { inCidrFunction } from './in-cidr.ts';
import { initcapFunction } from './initcap.ts';
import { lagFunction } from './lag.ts';
import { lastDayFunction } from './last-day.ts';
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
import { lpadFunction } from './lpad.ts';
import { ltrimFunction } from './ltrim.ts';
import { maxFunction } from './max.ts';
import { maxByFunction } from './max-by.ts';
import { md5Function } from './md5.ts';
import { medianFunction } from './median.ts';
import { minFunction } from './min.ts';
import { minByFunction } from './min-by.ts';
import { minuteFunction } from './minute.ts';
import { modFunction } from './mod.ts';
import { modeFunction } from './mode.ts';
import { monthFunction } from './month.ts';
import { monthnameFunction } from './monthname.ts';
import { nthValueFunction } from './nth-value.ts';
import { ntileFunction } from './ntile.ts';
import { nullifFunction } from './nullif.ts';
import { nullifzeroFunction } from './nullifzero.ts';
import { objectAggFunction } from './object-agg.ts';
import { objectKeysFunction } from './object-keys.ts';
import { parseJsonFunction } from './parse-json.ts';
import { parseUrlFunction } from './parse-url.ts';
import { percentRankFunction } from './percent-rank.ts';
import { percentileFunction } from './percentile.ts';
import { percentileDiscFunction } from './percentile-disc.ts';
import { positionFunction } from './position.ts';
import { powerFunction } from './power.ts';
import { quarterFunction } from './quarter.ts';
import { rankFunction } from './rank.ts';
import { regexpCountFunction } from './regexp-count.ts';
import { regexpLikeFunction } from './regexp-like.ts';
import { regexpReplaceFunction } from './regexp-replace.ts';
import { regexpSubstrFunction } from './regexp-substr.ts';
import { regexpSubstrAllFunction } from './regexp-substr-all.ts';
import { repeatFunction } from './repeat.ts';
import { replaceFunction } from './replace.ts';
import { reverseFunction } from './reverse.ts';
import { rightFunction } from './right.ts';
import { roundFunction } from './round.ts';
import { rowNumberFunction } from './row-number.ts';
import { rpadFunction } from './rpad.ts';
import { rtrimFunction } from './rtrim.ts';
import { secondFunction } from './second.ts';
import { sha1Function } from './sha1.ts';
import { sha256Function } from './sha256.ts';
import { signFunction } from './sign.ts';
import { splitFunction } from './split.ts';
import { splitPartFunction } from './split-part.ts';
import { sqrtFunction } from './sqrt.ts';
import { squareFunction } from './square.ts';
import { startswithFunction } from './startswith.ts';
import { stddevFunction } from './stddev.ts';
import { stddevPopFunction } from './stddev-pop.ts';
import { stripNullValueFunction } from './strip-null-value.ts';
import { strtokFunction } from './strtok.ts';
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
import { translateFunction } from './translate.ts';
import { trimFunction } from './trim.ts';
import { truncFunction } from './trunc.ts';
import { typeofFunction } from './typeof.ts';
import { upperFunction } from './upper.ts';
import { varPopFunction } from './var-pop.ts';
import { varianceFunction } from './variance.ts';
import { weekFunction } from './week.ts';
import { yearFunction } from './year.ts';
import { zeroifnullFunction } from './zeroifnull.ts';
import type { QueryFunction } from './define.ts';
import type { InternalFunction } from './internal/define.ts';
import { internalFunctions } from './internal/index.ts';

/** Every function a query may call, alphabetically by file. Nothing else reaches the engine. */
export const queryFunctions: readonly QueryFunction[] = [
  absFunction,
  anyValueFunction,
  approxCountDistinctFunction,
  arrayAggFunction,
  arrayAnyIlikeFunction,
  arrayAppendFunction,
  arrayCatFunction,
  arrayCompactFunction,
  arrayConstructFunction,
  arrayContainsFunction,
  arrayDistinctFunction,
  arrayExceptFunction,
  arrayFlattenFunction,
  arrayIntersectionFunction,
  arrayMaxFunction,
  arrayMinFunction,
  arrayPositionFunction,
  arrayPrependFunction,
  arrayRemoveFunction,
  arraySizeFunction,
  arraySliceFunction,
  arraySortFunction,
  arrayToStringFunction,
  arrayUniqueAggFunction,
  arraysOverlapFunction,
  avgFunction,
  base64DecodeStringFunction,
  base64EncodeFunction,
  bitandFunction,
  bitorFunction,
  bitxorFunction,
  boolAndFunction,
  boolOrFunction,
  ceilFunction,
  chrFunction,
  coalesceFunction,
  concatFunction,
  concatWsFunction,
  containsFunction,
  corrFunction,
  countFunction,
  countIfFunction,
  cumeDistFunction,
  dateFunction,
  dateFromPartsFunction,
  datePartFunction,
  dateTruncFunction,
  dateaddFunction,
  datediffFunction,
  dayFunction,
  daynameFunction,
  dayofweekFunction,
  dayofweekisoFunction,
  dayofyearFunction,
  denseRankFunction,
  div0Function,
  div0nullFunction,
  editdistanceFunction,
  endswithFunction,
  epochSecondsFunction,
  firstValueFunction,
  expFunction,
  filterFunction,
  floorFunction,
  getFunction,
  greatestFunction,
  hashFunction,
  hexDecodeStringFunction,
  hexEncodeFunction,
  hourFunction,
  ilikeFunction,
  inCidrFunction,
  initcapFunction,
  lagFunction,
  lastDayFunction,
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
  lpadFunction,
  ltrimFunction,
  maxFunction,
  maxByFunction,
  md5Function,
  medianFunction,
  minFunction,
  minByFunction,
  minuteFunction,
  modFunction,
  modeFunction,
  monthFunction,
  monthnameFunction,
  nthValueFunction,
  ntileFunction,
  nullifFunction,
  nullifzeroFunction,
  objectAggFunction,
  objectKeysFunction,
  parseJsonFunction,
  parseUrlFunction,
  percentRankFunction,
  percentileFunction,
  percentileDiscFunction,
  positionFunction,
  powerFunction,
  quarterFunction,
  rankFunction,
  regexpCountFunction,
  regexpLikeFunction,
  regexpReplaceFunction,
  regexpSubstrFunction,
  regexpSubstrAllFunction,
  repeatFunction,
  replaceFunction,
  reverseFunction,
  rightFunction,
  roundFunction,
  rowNumberFunction,
  rpadFunction,
  rtrimFunction,
  secondFunction,
  sha1Function,
  sha256Function,
  signFunction,
  splitFunction,
  splitPartFunction,
  sqrtFunction,
  squareFunction,
  startswithFunction,
  stddevFunction,
  stddevPopFunction,
  stripNullValueFunction,
  strtokFunction,
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
  translateFunction,
  trimFunction,
  truncFunction,
  typeofFunction,
  upperFunction,
  varPopFunction,
  varianceFunction,
  weekFunction,
  yearFunction,
  zeroifnullFunction,
];

const byName = new Map<string, QueryFunction>();
for (const fn of queryFunctions) for (const name of [fn.name, ...(fn.aliases ?? [])]) byName.set(name, fn);

const internalByName = new Map(internalFunctions.map((fn) => [fn.name, fn]));

/** What a call in the tree means: also the functions that nobody can write. */
export function calledFunction(name: string): InternalFunction | undefined {
  return byName.get(name.toLowerCase()) ?? internalByName.get(name);
}

/** By name or alias, ignoring case; only functions that people may call. */
export function functionNamed(name: string): QueryFunction | undefined {
  return byName.get(name.toLowerCase());
}

export function functionNames(): string[] {
  return [...byName.keys()];
}
