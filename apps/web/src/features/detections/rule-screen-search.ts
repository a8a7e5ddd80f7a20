export const ruleSections = ['details', 'tests', 'replays', 'history'] as const;
export type RuleSection = (typeof ruleSections)[number];

export interface RuleScreenSearch {
  section?: RuleSection | undefined;
  /** Version chosen in the history. */
  version?: number | undefined;
  /** The other side of the comparison; the live version when absent. */
  against?: number | undefined;
}
