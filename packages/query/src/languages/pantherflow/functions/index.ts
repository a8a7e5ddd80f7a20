import type { FlowFunction } from './define.ts';
import { aggArgMaxFunction } from './agg-arg-max.ts';
import { aggArgMinFunction } from './agg-arg-min.ts';
import { aggAvgFunction } from './agg-avg.ts';
import { aggCountFunction } from './agg-count.ts';
import { aggCountDistinctFunction } from './agg-count-distinct.ts';
import { aggMakeSetFunction } from './agg-make-set.ts';
import { aggMaxFunction } from './agg-max.ts';
import { aggMinFunction } from './agg-min.ts';
import { aggPercentileContFunction } from './agg-percentile-cont.ts';
import { aggStddevFunction } from './agg-stddev.ts';
import { aggSumFunction } from './agg-sum.ts';
import { aggTakeAnyFunction } from './agg-take-any.ts';
import { arrayFunction } from './array.ts';
import { arraysDifferenceFunction } from './arrays-difference.ts';
import { arraysDistinctFunction } from './arrays-distinct.ts';
import { arraysFilterFunction } from './arrays-filter.ts';
import { arraysFlattenFunction } from './arrays-flatten.ts';
import { arraysIntersectionFunction } from './arrays-intersection.ts';
import { arraysLenFunction } from './arrays-len.ts';
import { arraysMapFunction } from './arrays-map.ts';
import { arraysOverlapFunction } from './arrays-overlap.ts';
import { arraysSortFunction } from './arrays-sort.ts';
import { arraysUnionFunction } from './arrays-union.ts';
import { caseFunction } from './case.ts';
import { coalesceFunction } from './coalesce.ts';
import { ifFunction } from './if.ts';
import { ipInCidrFunction } from './ip-in-cidr.ts';
import { mathAbsFunction } from './math-abs.ts';
import { mathCeilFunction } from './math-ceil.ts';
import { mathFloorFunction } from './math-floor.ts';
import { mathRoundFunction } from './math-round.ts';
import { objectFunction } from './object.ts';
import { parseJsonFunction } from './parse-json.ts';
import { reCountFunction } from './re-count.ts';
import { reMatchesFunction } from './re-matches.ts';
import { reReplaceFunction } from './re-replace.ts';
import { reSubstrFunction } from './re-substr.ts';
import { snowflakeFuncFunction } from './snowflake-func.ts';
import { stringsCatFunction } from './strings-cat.ts';
import { stringsContainsFunction } from './strings-contains.ts';
import { stringsEndsWithFunction } from './strings-ends-with.ts';
import { stringsIlikeFunction } from './strings-ilike.ts';
import { stringsJoinFunction } from './strings-join.ts';
import { stringsLenFunction } from './strings-len.ts';
import { stringsLikeFunction } from './strings-like.ts';
import { stringsLowerFunction } from './strings-lower.ts';
import { stringsReplaceFunction } from './strings-replace.ts';
import { stringsSplitFunction } from './strings-split.ts';
import { stringsStartsWithFunction } from './strings-starts-with.ts';
import { stringsSubstrFunction } from './strings-substr.ts';
import { stringsTrimFunction } from './strings-trim.ts';
import { stringsUpperFunction } from './strings-upper.ts';
import { timeAddFunction } from './time-add.ts';
import { timeAgoFunction } from './time-ago.ts';
import { timeDiffFunction } from './time-diff.ts';
import { timeNowFunction } from './time-now.ts';
import { timeParseTimespanFunction } from './time-parse-timespan.ts';
import { timeParseTimestampFunction } from './time-parse-timestamp.ts';
import { timeSliceFunction } from './time-slice.ts';
import { timeTruncFunction } from './time-trunc.ts';
import { toboolFunction } from './tobool.ts';
import { todoubleFunction } from './todouble.ts';
import { tointFunction } from './toint.ts';
import { toscalarFunction } from './toscalar.ts';
import { tostringFunction } from './tostring.ts';

/** Every function of PantherFlow, by name. */
export const flowFunctions: FlowFunction[] = [
  aggArgMaxFunction,
  aggArgMinFunction,
  aggAvgFunction,
  aggCountFunction,
  aggCountDistinctFunction,
  aggMakeSetFunction,
  aggMaxFunction,
  aggMinFunction,
  aggPercentileContFunction,
  aggStddevFunction,
  aggSumFunction,
  aggTakeAnyFunction,
  arrayFunction,
  arraysDifferenceFunction,
  arraysDistinctFunction,
  arraysFilterFunction,
  arraysFlattenFunction,
  arraysIntersectionFunction,
  arraysLenFunction,
  arraysMapFunction,
  arraysOverlapFunction,
  arraysSortFunction,
  arraysUnionFunction,
  caseFunction,
  coalesceFunction,
  ifFunction,
  ipInCidrFunction,
  mathAbsFunction,
  mathCeilFunction,
  mathFloorFunction,
  mathRoundFunction,
  objectFunction,
  parseJsonFunction,
  reCountFunction,
  reMatchesFunction,
  reReplaceFunction,
  reSubstrFunction,
  snowflakeFuncFunction,
  stringsCatFunction,
  stringsContainsFunction,
  stringsEndsWithFunction,
  stringsIlikeFunction,
  stringsJoinFunction,
  stringsLenFunction,
  stringsLikeFunction,
  stringsLowerFunction,
  stringsReplaceFunction,
  stringsSplitFunction,
  stringsStartsWithFunction,
  stringsSubstrFunction,
  stringsTrimFunction,
  stringsUpperFunction,
  timeAddFunction,
  timeAgoFunction,
  timeDiffFunction,
  timeNowFunction,
  timeParseTimespanFunction,
  timeParseTimestampFunction,
  timeSliceFunction,
  timeTruncFunction,
  toboolFunction,
  todoubleFunction,
  tointFunction,
  toscalarFunction,
  tostringFunction,
];

const byName = new Map(flowFunctions.map((fn) => [fn.name, fn]));

/** Names are case-sensitive. */
export function flowFunctionNamed(name: string): FlowFunction | undefined {
  return byName.get(name);
}
