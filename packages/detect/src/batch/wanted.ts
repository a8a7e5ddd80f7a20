/** Rule number to positions; null: all events. */
export type Wanted = Map<number, Uint32Array | number[] | null>;
