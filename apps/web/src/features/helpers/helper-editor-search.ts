export const helperSections = ['code', 'history'] as const;

/** Where one looks; a new helper has its code only. */
export interface HelperEditorSearch {
  section?: (typeof helperSections)[number] | undefined;
  version?: number | undefined;
  against?: number | undefined;
}
