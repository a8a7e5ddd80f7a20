export const modelSections = ['details', 'history'] as const;

export interface ModelPageSearch {
  section?: (typeof modelSections)[number] | undefined;
  version?: number | undefined;
  against?: number | undefined;
}
