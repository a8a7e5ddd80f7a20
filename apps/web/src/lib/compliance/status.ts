export const complianceStatuses = ['PASS', 'FAIL', 'ERROR'] as const;
export type ComplianceStatus = (typeof complianceStatuses)[number];
