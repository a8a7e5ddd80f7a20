import { describe, expect, it, vi } from 'vitest';
import { createServerMonitor } from './server-health.ts';

describe('server monitor', () => {
  it('asks until the server is back, then says so once', async () => {
    const tasks: (() => void)[] = [];
    const answers = [false, false, true];
    const monitor = createServerMonitor({
      isReady: () => Promise.resolve(answers.shift() ?? false),
      later: (task) => {
        tasks.push(task);
        return () => undefined;
      },
    });
    const returned = vi.fn();
    monitor.onReturn(returned);
    monitor.reportAway();
    monitor.reportAway();
    expect([monitor.state(), tasks.length]).toEqual(['away', 1]);
    for (let round = 0; round < 3; round++) {
      tasks.shift()?.();
      await Promise.resolve();
      await Promise.resolve();
    }
    expect([monitor.state(), returned.mock.calls.length, tasks.length]).toEqual(['ready', 1, 0]);
  });
});
