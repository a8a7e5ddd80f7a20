import { tmpdir } from 'node:os';
import path from 'node:path';
import type { PythonRule, SimpleDetection } from '@margay/model';
import { createDetectEngine } from '../src/index.ts';
import { pythonOf } from '../src/simple/index.ts';
import { pythonRule } from '../src/testing/cloudtrail-rules.ts';
import { bestRate, cloudTrailBatch } from './cloudtrail.ts';

/**
 * Simple rules on real CloudTrail events against the same rules converted to Python, in the same engine with one
 * worker. Prints events per second and the ratios. Needs the log corpus.
 */
const { text: _, ...batch } = cloudTrailBatch();

const calls = ['Create', 'Delete', 'Put', 'Attach', 'Update', 'Get', 'List', 'Describe', 'Run', 'Stop'];
const things = [
  'User',
  'Bucket',
  'BucketPolicy',
  'Instances',
  'Secret',
  'Role',
  'Trail',
  'Key',
  'Snapshot',
  'AccessKey',
];

/** Half of them name an event, which the index finds; the others must look at every event. */
function detectionOf(number: number): SimpleDetection {
  const name = `${calls[number % 10]}${things[Math.floor(number / 10) % 10]}`;
  const person = { KeyPath: 'userIdentity.type', Condition: 'DoesNotEqual', Value: 'AWSService' };
  const address = {
    Key: 'sourceIPAddress',
    Condition: 'IsIPAddressNotInCIDR',
    Value: `10.${number % 256}.0.0/16`,
  };
  const keys = { alertTitle: '{eventName} by {userIdentity.arn}', groupBy: [{ Key: 'recipientAccountId' }] };
  if (number % 2 === 0)
    return {
      detection: [{ Key: 'eventName', Condition: 'IsIn', Values: [name, `${name}s`] }, person],
      ...keys,
    };
  const about = {
    Any: [
      { Key: 'eventName', Condition: 'IContains', Value: name },
      { Key: 'errorCode', Condition: 'IContains', Value: name },
    ],
  };
  return { detection: [person, address, about], ...keys };
}

async function rateOf(label: string, rules: PythonRule[], prefilter: boolean): Promise<number> {
  const engine = createDetectEngine({
    workers: 1,
    prefilter,
    cacheDir: path.join(tmpdir(), 'margay-detect-bench'),
  });
  await engine.load({ revision: 1, rules, globals: [], dataModels: [] });
  const { matches, errors } = await engine.evaluate(batch);
  const rate = await bestRate(batch.count, () => engine.evaluate(batch));
  const outcome = `${matches.length} matches, ${errors.length} errors`;
  console.log(
    `${label}, ${rules.length} rules, prefilter ${prefilter}: ${Math.round(rate)} events/s, ${outcome}`,
  );
  await engine.close();
  return rate;
}

const simpleRules = (count: number): PythonRule[] =>
  Array.from({ length: count }, (_, number) =>
    pythonRule(`S.${number}`, '', { simple: detectionOf(number) }),
  );
const converted = simpleRules(100).map((rule) => ({
  ...rule,
  simple: undefined,
  body: pythonOf(rule.simple!).value!,
}));

for (const prefilter of [false, true]) {
  const python = await rateOf('python', converted, prefilter);
  const simple = await rateOf('simple', simpleRules(100), prefilter);
  console.log(`simple against python: ${(simple / python).toFixed(1)}`);
}
await rateOf('simple', simpleRules(1000), true);
