import { accessRules } from '../../api/auth-rule.ts';

/** Who may do what with cloud resources and what policies say of them. */
export const resourcesAccess = accessRules({
  /** All but the attributes: figures name the resources that fail most. */
  see: ['ResourceRead', 'SummaryRead'],
  read: ['ResourceRead'],
  readPolicies: ['PolicyRead'],
  readFigures: ['SummaryRead'],
  modify: ['ResourceModify'],
  judge: ['PolicyModify', 'ResourceModify'],
  suppress: ['PolicyModify'],
});
