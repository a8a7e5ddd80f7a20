import type { Logger } from '@margay/kit';
import { describe, expect, it, vi } from 'vitest';
import { askConsole, person } from '../../api/testing-console.ts';
import { createConsoleFailures } from './service.ts';

const report = 'mutation ($input: ReportConsoleFailureInput!) { reportConsoleFailure(input: $input) { id } }';
const fault = {
  id: 'k3v9x2ab',
  where: 'rendering',
  message: 'Cannot read properties of undefined',
  stack: 'TypeError: …\n    at RoleList',
  path: '/settings/roles/',
};

function world() {
  let now = 0;
  const error = vi.fn();
  const logger = { error } as unknown as Logger; // nothing else of it is used
  const ask = askConsole({
    consoleFailures: createConsoleFailures({ logger, clock: () => new Date(now) }),
  });
  return {
    error,
    wait: (ms: number) => (now += ms),
    send: (change: object = {}, who: ReturnType<typeof person> | null = person('ada')) =>
      ask(report, { input: { ...fault, ...change } }, who),
  };
}

describe('a fault of the console', () => {
  it('is in the log with its id, where it was and whose browser it was', async () => {
    const { error, send } = world();
    expect((await send()).data).toEqual({ reportConsoleFailure: { id: fault.id } });
    const { id, where, message, stack, path } = fault;
    expect(error.mock.calls).toEqual([
      [{ report: id, where, error: message, stack, path, userId: 'ada' }, 'the console failed in a browser'],
    ]);
  });

  it('is told by nobody who is not signed in, and by nobody without end', async () => {
    const { error, send, wait } = world();
    expect((await send({}, null)).errors?.[0]?.extensions.code).toBe('UNAUTHENTICATED');
    for (let count = 0; count < 20; count++) expect((await send()).errors).toBeUndefined();
    expect((await send()).errors?.[0]?.extensions.statusCode).toBe(429);
    expect((await send({}, person('bob'))).errors).toBeUndefined();
    wait(60_000);
    expect((await send()).errors).toBeUndefined();
    expect(error).toHaveBeenCalledTimes(22);
  });

  it('is cut where it is long, and refused with an id that is none', async () => {
    const { error, send } = world();
    await send({ message: 'x'.repeat(1_000_000), stack: null });
    expect(error.mock.calls[0]?.[0]).toMatchObject({ error: 'x'.repeat(2_000), stack: undefined });
    expect((await send({ id: 'a\nb' })).errors?.[0]?.extensions).toMatchObject({
      code: 'InvalidInput',
      details: { field: 'id' },
    });
  });
});
