/** What a policy says of a resource, or of all of them together. */
export const complianceStatuses = ['PASS', 'FAIL', 'ERROR'] as const;
export type ComplianceStatus = (typeof complianceStatuses)[number];
