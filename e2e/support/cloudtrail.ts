/** A CloudTrail line with sensible defaults; `overrides` replace top-level fields. */
export function cloudTrailLine(overrides: Record<string, unknown> = {}): string {
  return JSON.stringify({
    eventVersion: '1.08',
    userIdentity: {
      type: 'IAMUser',
      principalId: 'AIDAEXAMPLEUSER',
      arn: 'arn:aws:iam::123456789012:user/deploy',
      accountId: '123456789012',
      accessKeyId: 'AKIAIOSFODNN7EXAMPLE',
      userName: 'deploy',
    },
    eventTime: new Date().toISOString().replace(/\.\d+Z$/, 'Z'),
    eventSource: 'iam.amazonaws.com',
    eventName: 'ListUsers',
    awsRegion: 'us-east-1',
    sourceIPAddress: '198.51.100.7',
    userAgent: 'aws-cli/2.15.0',
    requestParameters: null,
    responseElements: null,
    requestID: crypto.randomUUID(),
    eventID: crypto.randomUUID(),
    readOnly: true,
    eventType: 'AwsApiCall',
    managementEvent: true,
    recipientAccountId: '123456789012',
    ...overrides,
  });
}
