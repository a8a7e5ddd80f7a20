/** What the lake's definitions and the statements on its tables must write alike, or the engine finds no key and no index. */

/** The hour of a time. Unlike `toStartOfHour` it is right before 1970 and behind 2106 too. */
export const hourOf = (time: string): string => `dateTrunc('hour', ${time})`;
