/** Ticks of the watching thread before it acts; the setting is cut into as many. */
export const ticksOfPatience = 20;

/** What the watching thread is given. */
export interface WatchOrder {
  /** One number, which the main thread changes as long as its event loop turns. */
  beats: Int32Array;
  tickMs: number;
  noteFile: string;
}
