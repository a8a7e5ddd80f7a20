import { accessRules } from '../../api/auth-rule.ts';

/** Who may do what with detections and the content beside them. What concerns single kinds is asked of each item. */
export const detectionsAccess = accessRules({
  /** All but the code: alerts name their detection to whoever reads them. */
  see: ['RuleRead', 'PolicyRead', 'AlertRead'],
  seeRules: ['RuleRead', 'AlertRead'],
  seePolicies: ['PolicyRead', 'AlertRead'],
  read: ['RuleRead', 'PolicyRead'],
  readRules: ['RuleRead'],
  readPolicies: ['PolicyRead'],
  readSavedQueries: ['DataAnalyticsRead'],
  readVersions: ['RuleRead', 'PolicyRead', 'DataAnalyticsRead'],
  download: ['RuleRead', 'PolicyRead', 'DataAnalyticsRead'],
  modify: ['RuleModify', 'PolicyModify'],
  modifyRules: ['RuleModify'],
  modifyPolicies: ['PolicyModify'],
  modifySavedQueries: ['DataAnalyticsModify'],
  setEnabled: ['RuleModify', 'PolicyModify', 'DataAnalyticsModify'],
  restore: ['RuleModify', 'PolicyModify', 'DataAnalyticsModify'],
  upload: ['BulkUpload', 'RuleModify', 'PolicyModify'],
  /** An upload that stores nothing. */
  validateUpload: ['BulkUpload', 'BulkUploadValidate', 'RuleModify', 'PolicyModify'],
});
