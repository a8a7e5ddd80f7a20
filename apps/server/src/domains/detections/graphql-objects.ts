import type { GraphqlParts } from '../../api/builder.ts';
import { detectionsAccess } from './access.ts';
import { complianceStatuses } from './compliance-status.ts';
import type { DetectionView } from './detection-view.ts';
import {
  detectionInterface,
  isShownAs,
  unitTestObject,
  type DetectionInterface,
  type UnitTestObject,
} from './graphql-detection.ts';
import { detectionRef, ruleObject } from './graphql-rule.ts';
import type { ContentRecord, ItemVersion } from './store.ts';

function policyObject(
  { builder }: GraphqlParts,
  Detection: DetectionInterface,
  UnitTestType: UnitTestObject,
) {
  return builder.objectRef<ContentRecord<'POLICY'>>('Policy').implement({
    auth: detectionsAccess.seePolicies,
    interfaces: [Detection],
    isTypeOf: (value) => isShownAs('Policy', value as DetectionView),
    fields: (t) => ({
      body: t.string({ auth: detectionsAccess.readPolicies, resolve: ({ definition }) => definition.body }),
      tests: t.field({
        type: [UnitTestType],
        auth: detectionsAccess.readPolicies,
        resolve: ({ definition }) => definition.tests,
      }),
      resourceTypes: t.exposeStringList('resourceTypes', { description: 'Empty: every type.' }),
      suppressions: t.stringList({ resolve: ({ definition }) => definition.suppressions }),
    }),
  });
}

function versionObject({ builder }: GraphqlParts) {
  return builder.objectRef<ItemVersion>('DetectionVersion').implement({
    auth: 'with-parent',
    fields: (t) => ({
      versionId: t.exposeID('versionId'),
      number: t.exposeInt('number'),
      definition: t.expose('definition', { type: 'JSON' }),
      createdAt: t.expose('createdAt', { type: 'DateTime' }),
      createdBy: t.exposeString('createdBy', { nullable: true }),
    }),
  });
}

/** The types that show detections of every kind. */
export function detectionObjects(parts: GraphqlParts) {
  const { builder } = parts;
  const UnitTestType = unitTestObject(parts);
  const DetectionRef = detectionRef(parts);
  const Detection = detectionInterface(parts, UnitTestType);
  return {
    ComplianceStatus: builder.enumType('ComplianceStatusEnum', { values: complianceStatuses }),
    Detection,
    DetectionRef,
    Policy: policyObject(parts, Detection, UnitTestType),
    Rule: ruleObject(parts, Detection, UnitTestType, DetectionRef),
    Version: versionObject(parts),
  };
}
