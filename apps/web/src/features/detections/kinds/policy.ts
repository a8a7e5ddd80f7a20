import { defineListedKind } from './define.ts';

export const policy = defineListedKind({
  id: 'POLICY',
  badge: 'Policy',
  bodyKind: 'POLICY',
  page: (policyId: string) =>
    ({ to: '/build/detections/policies/$policyId/', params: { policyId } }) as const,
  editor: (policyId: string) =>
    ({ to: '/build/detections/policies/$policyId/edit/', params: { policyId } }) as const,
  newSearch: { type: 'POLICY' },
  newEntries: [{ label: 'Policy, for cloud resources', search: { type: 'POLICY' } }],
  modify: 'PolicyModify',
  mayBeBase: false,
  followsBase: false,
  testsInList: false,
});
