import { newOpaqueToken } from '@margay/auth';
import { upstreamFailed } from '@margay/kit';
import { randomBytes } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { loadScenario } from '../../../demo/scenarios.ts';
import { batchesOf, defaultNoisePerHour, type StorySource } from '../../../demo/story.ts';
import { systemActor } from './api/actor.ts';
import { readShippedDetections } from './content.ts';
import type { DetectRole } from './roles/detect.ts';
import type { Platform } from './wire.ts';

const scenarioId = 'stolen-key';
const seed = 1;
const linesPerBatch = 1_000;
const compress = promisify(gzip);

/** Makes an account to look around with, when nobody exists yet. Returns how to sign in. */
async function ensureSomebody(platform: Platform): Promise<string | undefined> {
  const { users } = platform.services;
  if (!(await users.isEmpty())) return undefined;
  const email = 'demo@example.com';
  const password = `Cat-${randomBytes(9).toString('base64url')}-7`;
  await users.createFirstAdministrator({ email, password, givenName: 'Demo', familyName: 'Administrator' });
  return `Sign in with ${email} and the password ${password}`;
}

async function sendSource(platform: Platform, url: string, source: StorySource): Promise<number> {
  const token = newOpaqueToken();
  const stored = await platform.services.logSources.put(systemActor(), {
    label: source.label.replace(/[^A-Za-z0-9 -]/g, ''),
    providerId: 'custom',
    ingestionType: 'HTTP',
    streamType: source.streamType,
    streamOptions: {},
    logTypes: source.logTypes,
    config: { authMethod: 'Bearer', authBearerToken: token },
  });
  for (const body of batchesOf(source, linesPerBatch)) {
    const reply = await fetch(`${url}/http/${stored.id}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-encoding': 'gzip' },
      body: await compress(body),
    });
    await reply.arrayBuffer();
    if (reply.status !== 200) {
      throw upstreamFailed(`The demo source ${source.label} was refused with status ${reply.status}.`);
    }
  }
  return source.lines.length - source.headerLineCount;
}

/**
 * Loads the demo story through the real pipeline: HTTP sources, spool, schemas, lake, detections, alerts. Does nothing
 * when log sources exist already. Returns what to tell the person who started it.
 */
export async function loadDemo(platform: Platform, detect: DetectRole, url: string): Promise<string[]> {
  const signIn = await ensureSomebody(platform);
  const said = signIn === undefined ? [] : [signIn];
  if ((await platform.services.logSources.list()).length > 0) {
    return [...said, 'The demo story was not loaded, because log sources exist already.'];
  }
  console.log('Loading the demo story …');
  const { detections } = platform.services;
  const { items } = await detections.readFiles(systemActor(), await readShippedDetections());
  const imported = await detections.import(systemActor(), items);
  const scenario = await loadScenario(scenarioId);
  const story = scenario.buildStory({ endsAt: platform.clock(), seed, noisePerHour: defaultNoisePerHour });
  let eventCount = 0;
  for (const source of story.sources) eventCount += await sendSource(platform, url, source);
  await detect.pipeline.idle();
  const ruleCount = imported.filter(
    ({ item, refusal }) => item.kind === 'rule' && refusal === undefined,
  ).length;
  return [
    ...said,
    `The demo story is loaded: ${eventCount.toLocaleString('en-US')} events of ${story.sources.length} sources, ${ruleCount} detections. ${scenario.title}.`,
  ];
}
