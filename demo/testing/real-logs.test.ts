import { createDetectEngine } from '@margay/detect';
import { stringifyJson } from '@margay/kit';
import { corpusPath } from '@margay/kit/testing';
import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { normalizeSource, shippedDetections } from './run-story.ts';

const attacks = corpusPath('logs/cloudtrail-stratus-red-team.ndjson.gz');
const others: readonly (readonly [string, string])[] = [
  ['AWS.CloudTrail', 'logs/cloudtrail-invictus.ndjson.gz'],
  ['Okta.SystemLog', 'logs/okta-systemlog-synthetic.ndjson.gz'],
  ['Suricata.Alert', 'logs/suricata-eve-alerts.ndjson.gz'],
  ['Windows.EventLogs', 'logs/windows-otrf/defense_evasion.cmd_mshta_vbscript_execute_psh.ndjson.gz'],
  ['Zeek.SSH', 'logs/zeek-wrccdc/ssh.ndjson.gz'],
];

/** Attack techniques that were carried out for real and recorded, and the detection that must see each. */
const seenBy: Record<string, string> = {
  'aws.credential-access.ec2-get-password-data': 'AWS.CloudTrail.InstancePasswordsRequested',
  'aws.credential-access.secretsmanager-batch-retrieve-secrets': 'AWS.CloudTrail.SecretsReadBurst',
  'aws.credential-access.ssm-retrieve-securestring-parameters': 'AWS.CloudTrail.SecretsReadBurst',
  'aws.defense-evasion.cloudtrail-delete': 'AWS.CloudTrail.TrailTampered',
  'aws.defense-evasion.cloudtrail-event-selectors': 'AWS.CloudTrail.TrailTampered',
  'aws.defense-evasion.dns-delete-logs': 'AWS.CloudTrail.NetworkLogsRemoved',
  'aws.defense-evasion.vpc-remove-flow-logs': 'AWS.CloudTrail.NetworkLogsRemoved',
  'aws.execution.ec2-user-data': 'AWS.CloudTrail.InstanceStartScriptChanged',
  'aws.exfiltration.ec2-security-group-open-port-22-ingress': 'AWS.CloudTrail.SecurityGroupOpened',
  'aws.exfiltration.ec2-share-ami': 'AWS.CloudTrail.SnapshotSharedOutside',
  'aws.exfiltration.ec2-share-ebs-snapshot': 'AWS.CloudTrail.SnapshotSharedOutside',
  'aws.initial-access.console-login-without-mfa': 'AWS.CloudTrail.ConsoleSignInWithoutMfa',
  'aws.persistence.iam-backdoor-role': 'AWS.CloudTrail.RoleTrustOpened',
  'aws.persistence.iam-backdoor-user': 'AWS.CloudTrail.AccessKeyCreatedForOtherUser',
  'aws.persistence.iam-create-admin-user': 'AWS.CloudTrail.AdministratorPolicyAttached',
  'aws.persistence.iam-create-user-login-profile': 'AWS.CloudTrail.ConsolePasswordSetForOtherUser',
  'aws.privilege-escalation.iam-update-user-login-profile': 'AWS.CloudTrail.ConsolePasswordSetForOtherUser',
};

const Recorded = z.object({ technique: z.string(), event: z.unknown() });

function linesOf(path: string): string[] {
  return gunzipSync(readFileSync(path)).toString('utf8').trim().split('\n');
}

describe('shipped detections on real logs', () => {
  const engine = createDetectEngine({ workers: 1 });
  beforeAll(async () => {
    await engine.load(await shippedDetections());
  });
  afterAll(() => engine.close());

  /** Which detections matched which line; fails when one of them raised. */
  async function matchesOf(logType: string, lines: string[]): Promise<{ line: number; ruleId: string }[]> {
    const source = { id: 'real', label: 'Real logs', streamType: 'Lines', headerLineCount: 0 } as const;
    const { events } = normalizeSource(
      { ...source, logTypes: [logType], lines },
      new Date('2026-01-01T00:00:00Z'),
    );
    expect(events).toHaveLength(lines.length);
    const json = new TextEncoder().encode(stringifyJson(events.map(({ event }) => event)));
    const { matches, errors } = await engine.evaluate({ logType, json, count: events.length });
    expect(errors).toEqual([]);
    expect(
      matches.filter(({ functionErrors }) => functionErrors !== undefined && functionErrors.length > 0),
    ).toEqual([]);
    return matches.map(({ ruleId, eventIndex }) => ({ ruleId, line: eventIndex }));
  }

  it.skipIf(!attacks)(
    `see recorded attacks${attacks === undefined ? ' (skipped: no corpus)' : ''}`,
    async () => {
      const recorded = linesOf(attacks ?? '').map((line) => Recorded.parse(JSON.parse(line)));
      const matches = await matchesOf(
        'AWS.CloudTrail',
        recorded.map(({ event }) => JSON.stringify(event)),
      );
      const seen = new Set(matches.map(({ ruleId, line }) => `${recorded[line]?.technique} ${ruleId}`));
      const missed = Object.entries(seenBy).filter(
        ([technique, ruleId]) => !seen.has(`${technique} ${ruleId}`),
      );
      expect(missed).toEqual([]);
    },
  );

  for (const [logType, name] of others) {
    const path = corpusPath(name);
    it.skipIf(!path)(
      `run without an error on ${name}${path === undefined ? ' (skipped: no corpus)' : ''}`,
      async () => {
        const matches = await matchesOf(logType, linesOf(path ?? ''));
        expect(matches.length).toBeGreaterThan(0);
      },
    );
  }
});
