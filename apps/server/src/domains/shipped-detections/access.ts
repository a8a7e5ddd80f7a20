import { accessRules } from '../../api/auth-rule.ts';

/** Who may do what with the detections that ship with the product. */
export const shippedDetectionsAccess = accessRules({
  read: ['RuleRead'],
  enable: ['RuleModify'],
});
