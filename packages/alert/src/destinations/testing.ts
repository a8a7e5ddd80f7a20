import type { HttpClient, HttpReply, HttpRequest } from '@margay/kit';
import type { DeliveredAlert } from '@margay/model';
import type { SendContext } from '../contract.ts';

/** For the tests of destinations: an alert that has everything. */
export const sampleAlert: DeliveredAlert = {
  id: 'b0c1d2e3f4',
  type: 'RULE',
  title: 'Console login without MFA by ada',
  severity: 'HIGH',
  status: 'OPEN',
  description: 'A person signed in without a second factor.',
  runbook: 'Ask the person.',
  reference: 'https://example.com/mfa',
  createdAt: new Date('2026-03-01T10:00:00.000Z'),
  detectionId: 'AWS.Console.LoginWithoutMFA',
  detectionName: 'Console login without MFA',
  detectionVersionId: 'v7',
  logTypes: ['AWS.CloudTrail'],
  tags: ['AWS', 'Identity'],
  reports: { 'MITRE ATT&CK': ['TA0001:T1078'] },
  dedupString: 'ada',
  context: { user: 'ada', ip: '192.0.2.1' },
  firstEventOccurredAt: new Date('2026-03-01T09:58:00.000Z'),
  url: 'https://margay.example.com/alerts-and-errors/b0c1d2e3f4/',
  isTest: false,
};

/** Answers with the given replies in turn and keeps what was asked. */
export function recordingContext(
  ...replies: { status: number; body?: string; headers?: Record<string, string> }[]
): SendContext & { requests: HttpRequest[] } {
  const requests: HttpRequest[] = [];
  const http: HttpClient = {
    async request(request): Promise<HttpReply> {
      requests.push(request);
      const reply = replies[Math.min(requests.length, replies.length) - 1] ?? { status: 200 };
      return {
        status: reply.status,
        headers: reply.headers ?? {},
        body: new TextEncoder().encode(reply.body ?? ''),
      };
    },
  };
  return {
    http,
    requests,
    idempotencyKey: 'key-1',
    attempt: 1,
    clock: () => new Date('2026-03-01T10:00:05.000Z'),
  };
}

/** A recorded request's JSON body. */
export function bodyOf(request: HttpRequest | undefined): unknown {
  return typeof request?.body === 'string' ? JSON.parse(request.body) : undefined;
}

/** Beside each destination, for the tests that all of them pass (`contract.test.ts`). */
export interface DestinationSample {
  /** As a person would fill them in. */
  settings: Record<string, unknown>;
  /** What the service answers when it takes an alert; in turn where it is asked several times. */
  accepts: readonly { status: number; body?: string }[];
}
