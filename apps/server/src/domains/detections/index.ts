/** What other domains may use. */
export { detectionsAccess } from './access.ts';
export { complianceStatuses, type ComplianceStatus } from './compliance-status.ts';
export { ruleKinds, type RuleKind, type RuleView } from './detection-view.ts';
export { type detectionInputs, pageOf, pagingOf, testsOf } from './graphql-inputs.ts';
export type { detectionTypes } from './graphql.ts';
export { importedModules } from './helper-users.ts';
export { judgedByOf } from './judged-by.ts';
export type { ImportedItem } from './import.ts';
export {
  contentItemOf,
  type ContentKind,
  contentKindNames,
  detectionKindNames,
  kindNamed,
} from './kinds/index.ts';
export { RuleDefinition } from './kinds/rule.ts';
export { isOfFirstForm, type SavedQueryDefinition } from './kinds/saved-query.ts';
export type { LoadedDetections } from './loader.ts';
export { formParamsOf, searchParamsOf } from './saved-search-params.ts';
export { mergedRule, type RuleInput } from './kinds/rule-input.ts';
export { dueTimes, nextTime, type Schedule, scheduleFault } from './schedule.ts';
export type { DetectionsService, RuleVersion } from './service.ts';
export type { ContentRecord } from './store.ts';
export { trustOfAccess } from './trust.ts';
export { assertMayModify, mayUse } from './writing.ts';
