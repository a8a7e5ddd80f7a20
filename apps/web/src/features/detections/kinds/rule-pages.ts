/** What all kinds of rules share: their pages, and who may change them. */
export const rulePages = {
  page: (ruleId: string) => ({ to: '/build/detections/rules/$ruleId/', params: { ruleId } }) as const,
  editor: (ruleId: string) => ({ to: '/build/detections/rules/$ruleId/edit/', params: { ruleId } }) as const,
  newSearch: {},
  newEntries: [],
  modify: 'RuleModify',
  followsBase: false,
  testsInList: true,
} as const;
