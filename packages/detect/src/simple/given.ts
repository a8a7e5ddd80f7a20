/** What a found value is compared with. */
export type Given = Scalar | readonly Scalar[] | undefined;

/** Whole numbers beyond 2^53 are bigint. */
export type Scalar = string | number | bigint | boolean;
