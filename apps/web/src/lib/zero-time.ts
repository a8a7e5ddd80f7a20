/** Stands for "no time" where the server wants one: all time in a search, never in a notification. */
export const zeroTime = '0001-01-01T00:00:00Z';

/** Whether a text of the server is no time: absent, empty or zero. */
export const isZeroTime = (time: string | null | undefined): boolean =>
  !time || Date.parse(time) <= Date.parse(zeroTime);
