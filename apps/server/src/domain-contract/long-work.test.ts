import { type Logger, silentLogger } from '@margay/kit';
import { describe, expect, it } from 'vitest';
import { startLongWork, type NamedWork } from './long-work.ts';

describe('long work of domains', () => {
  function world() {
    const events: string[] = [];
    const said: unknown[] = [];
    const logger: Logger = { ...silentLogger, error: (facts: unknown) => void said.push(facts) };
    const work = (domain: string, over: Partial<NamedWork> = {}): NamedWork => ({
      domain,
      role: 'jobs',
      start: () => void events.push(`${domain} begins`),
      stop: () => Promise.resolve(void events.push(`${domain} ends`)),
      ...over,
    });
    return { events, said, logger, work };
  }

  it('begins in the order of the domains where the process has its role, and ends in the opposite one', async () => {
    const { events, logger, work } = world();
    const works = [work('syslog', { role: 'ingest' }), work('clock'), work('reports', { role: 'alert' })];
    const stop = await startLongWork(works, ['ingest', 'jobs'], logger);
    expect(events).toEqual(['syslog begins', 'clock begins']);
    await stop();
    expect(events.slice(2)).toEqual(['clock ends', 'syslog ends']);
  });

  it('ends what began already when one cannot begin, and names its domain', async () => {
    const { events, logger, work } = world();
    const deaf = work('deaf', {
      start() {
        throw new Error('The port is taken.');
      },
    });
    await expect(startLongWork([work('clock'), deaf, work('late')], ['jobs'], logger)).rejects.toThrow(
      'The domain deaf could not begin its work in the role jobs: The port is taken.',
    );
    expect(events).toEqual(['clock begins', 'clock ends']);
  });

  it('ends the others when one cannot end, and tells which', async () => {
    const { events, said, logger, work } = world();
    const stuck = work('stuck', { stop: () => Promise.reject(new Error('It hangs.')) });
    const stop = await startLongWork([work('clock'), stuck], ['jobs'], logger);
    await stop();
    expect(events).toEqual(['clock begins', 'stuck begins', 'clock ends']);
    expect(said).toEqual([{ domain: 'stuck', role: 'jobs', error: 'It hangs.' }]);
  });

  it('goes on to the others when one does not end at all, and tells which', async () => {
    const { events, said, logger, work } = world();
    const endless = work('endless', { stop: () => new Promise(() => undefined) });
    const stop = await startLongWork([work('clock'), endless], ['jobs'], logger, 20);
    await stop();
    expect(events).toEqual(['clock begins', 'endless begins', 'clock ends']);
    expect(said).toEqual([{ domain: 'endless', role: 'jobs', graceMs: 20 }]);
  });
});
