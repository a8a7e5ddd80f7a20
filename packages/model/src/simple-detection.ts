/**
 * A simple detection as its YAML says it: the `Detection` list and the alert keys that stand beside it. Kept in the
 * words of the file, so that what was imported is exported the same; `@margay/detect/simple` reads and compiles it.
 */
export interface SimpleDetection {
  detection: readonly unknown[];
  /** `AlertTitle`: text with `{path}` placeholders. */
  alertTitle?: string;
  alertContext?: readonly unknown[];
  groupBy?: readonly unknown[];
  dynamicSeverities?: readonly unknown[];
}

/** `InlineFilters` of a rule, in the words of its YAML. An event that fails one is not judged by the rule. */
export type InlineFilters = readonly unknown[];
