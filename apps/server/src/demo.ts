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
 * Dates the alerts as if the story had arrived as it happened: it is a day long and loaded within a minute, so all alerts
 * would be of this minute, and lists and charts would show a wall in place of the course of the attack.
 */
async function dateByEvents({ store }: Platform): Promise<void> {
  await store.query(
    `update alerts set created_at = first_event_at + interval '1 minute', first_match_at = first_event_at,
       updated_at = last_event_at + interval '1 minute', last_received_at = last_event_at
     where first_event_at is not null and last_event_at is not null`,
  );
}

/** The hours that the stored story covers; undefined when its alerts are gone. */
async function spanOf({ store }: Platform): Promise<string | undefined> {
  const [row] = await store.query<{ first: Date | null; last: Date | null }>(
    'select min(first_event_at) as first, max(last_event_at) as last from alerts',
  );
  if (!row?.first || !row.last) return undefined;
  const words = (at: Date) => `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
  return `${words(row.first)} to ${words(row.last)}`;
}

/**
 * Loads the demo story through the real pipeline: HTTP sources, spool, schemas, lake, detections, alerts. Does nothing
 * when log sources exist already. Returns what to tell the person who started it.
 */
export async function loadDemo(platform: Platform, detect: DetectRole, url: string): Promise<string[]> {
  const signIn = await ensureSomebody(platform);
  const said = signIn === undefined ? [] : [signIn];
  if ((await platform.services.logSources.list()).length > 0) {
    const span = await spanOf(platform);
    return [
      ...said,
      'The demo story was not loaded, because log sources exist already.',
      ...(span === undefined ? [] : [`The alerts that are there tell of ${span}.`]),
    ];
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
  await dateByEvents(platform);
  const ruleCount = imported.filter(
    ({ item, refusal }) => item.kind === 'rule' && refusal === undefined,
  ).length;
  return [
    ...said,
    `The demo story is loaded: ${eventCount.toLocaleString('en-US')} events of ${story.sources.length} sources, ${ruleCount} detections. ${scenario.title}.`,
  ];
}
