import { silentLogger } from '@margay/kit';
import { openTestStore } from '@margay/store/testing';
import type { Store } from '@margay/store';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { defineJob } from './job.ts';
import { openJobs, type Jobs } from './jobs.ts';

describe('jobs', () => {
  let store: Store;
  let jobs: Jobs;
  const seen: string[] = [];
  const failures = new Map<string, number>();
  const greet = defineJob<{ name: string }>({
    name: 'greet',
    retries: 3,
    retryDelaySeconds: 1,
    async handle({ name }, { attempt }) {
      const left = failures.get(name) ?? 0;
      if (left > attempt) throw new Error('not yet');
      seen.push(`${name}:${attempt}`);
    },
  });

  beforeAll(async () => {
    store = await openTestStore();
    jobs = await openJobs({ store, logger: silentLogger, pollingSeconds: 0.5 });
    await jobs.work([greet]);
  });
  afterAll(async () => {
    await jobs.stop();
    await store.close();
  });

  const until = async (line: string) => {
    await expect.poll(() => seen, { timeout: 20_000, interval: 50 }).toContain(line);
  };

  it('runs a job that was sent', async () => {
    await jobs.send(greet, { name: 'ada' });
    await until('ada:0');
  });

  it('tries a failed job again with its attempt counted', async () => {
    failures.set('bob', 1);
    await jobs.send(greet, { name: 'bob' });
    await until('bob:1');
  });

  it('sends inside a transaction exactly when it commits', async () => {
    await expect(
      store.transaction(async (tx) => {
        await jobs.send(greet, { name: 'ghost' }, { within: tx });
        throw new Error('rolled back');
      }),
    ).rejects.toThrow('rolled back');
    await store.transaction(async (tx) => {
      await jobs.send(greet, { name: 'eve' }, { within: tx });
    });
    await until('eve:0');
    expect(seen).not.toContain('ghost:0');
  });
});

describe('jobs of a process that looks for work once an hour', () => {
  it('run when they are sent, one after another, when they are due, and again after they failed', async () => {
    const store = await openTestStore();
    const jobs = await openJobs({ store, logger: silentLogger, pollingSeconds: 3_600 });
    const done: string[] = [];
    const note = defineJob<{ name: string }>({
      name: 'note',
      retryDelaySeconds: 1,
      async handle({ name }, { attempt }) {
        if (name === 'fails' && attempt === 0) throw new Error('not yet');
        done.push(`${name}:${attempt}`);
      },
    });
    await jobs.work([note]);
    await jobs.send(note, { name: 'later' }, { startAt: new Date(Date.now() + 1_500) });
    await store.transaction(async (tx) => {
      await jobs.send(note, { name: 'first' }, { within: tx });
      await jobs.send(note, { name: 'second' }, { within: tx });
    });
    await jobs.send(note, { name: 'fails' });
    await expect
      .poll(() => done.toSorted(), { timeout: 30_000, interval: 50 })
      .toEqual(expect.arrayContaining(['fails:1', 'first:0', 'later:0', 'second:0']));
    await jobs.stop();
    await store.close();
  });
});
