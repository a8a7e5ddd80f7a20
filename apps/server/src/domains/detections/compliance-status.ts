/** What a policy can say of a resource. */
export const complianceStatuses = ['PASS', 'FAIL', 'ERROR'] as const;
export type ComplianceStatus = (typeof complianceStatuses)[number];
