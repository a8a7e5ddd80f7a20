import { invalidInput, silentLogger } from '@margay/kit';
import { describe, expect, it } from 'vitest';
import type { Services } from '../services.ts';
import { defineDomain, type Created, type Domain, type Ground } from './define-domain.ts';
import { startDomains } from './start-domains.ts';

function world() {
  const ended: string[] = [];
  const said: unknown[] = [];
  const logger = { ...silentLogger, error: (facts: unknown) => void said.push(facts) };
  const ground = { logger } as unknown as Ground; // these domains look at nothing else
  const domain = (name: string, over: Partial<Created> = {}): Domain =>
    defineDomain({
      name,
      create: () => ({ close: () => Promise.resolve(void ended.push(name)), ...over }),
    });
  const start = (...domains: Domain[]) => startDomains(domains, ground, () => undefined, 20);
  return { ended, said, ground, domain, start };
}
const failing = (name: string, error: Error) =>
  defineDomain({
    name,
    create() {
      throw error;
    },
  });

describe('a domain that cannot be created', () => {
  it('is named, and those before it are closed, the last one first', async () => {
    const { ended, domain, start } = world();
    const broken = failing('broken', new Error('no luck'));
    await expect(start(domain('first'), domain('second'), broken, domain('late'))).rejects.toThrow(
      'The domain broken could not be created: no luck',
    );
    expect(ended).toEqual(['second', 'first']);
  });

  it('leaves what a person can mend as such', async () => {
    const { start } = world();
    const strict = failing('strict', invalidInput('MARGAY_X is too short.', { code: 'TooShort' }));
    await expect(start(strict)).rejects.toMatchObject({ kind: 'invalid-input', code: 'TooShort' });
  });

  it('is closed as well where what it adds cannot stand', async () => {
    const { ended, domain, start } = world();
    const services = { feedback: {} } as unknown as Services;
    await expect(start(domain('one', { services }), domain('two', { services }))).rejects.toThrow(
      'The domain two makes the service feedback, which stands already',
    );
    expect(ended).toEqual(['two', 'one']);
  });
});

it('A domain that cannot put into the store what has to be there is named', async () => {
  const { domain, start } = world();
  const started = await start(domain('poor', { seed: () => Promise.reject(new Error('no luck')) }));
  await expect(started.seed()).rejects.toThrow(
    'The domain poor could not put into the store what has to be there: no luck',
  );
});

it('A domain that does not end keeps no other, and is told', async () => {
  const { ended, said, domain, start } = world();
  const endless = domain('endless', { close: () => new Promise(() => undefined) });
  await (await start(domain('first'), endless)).close();
  expect(ended).toEqual(['first']);
  expect(said).toEqual([{ domain: 'endless', graceMs: 20 }]);
});

describe('a list of domains', () => {
  it('has each name once', async () => {
    const { ended, domain, start } = world();
    await expect(start(domain('twin'), domain('twin'))).rejects.toThrow('Two domains are called twin.');
    expect(ended).toEqual([]);
  });

  it('says what to do where nothing makes a service that is needed', async () => {
    const { start } = world();
    const wanting = defineDomain({ name: 'wanting', needs: ['feedback'] });
    await expect(start(wanting)).rejects.toThrow(
      'Put it after the one that does in domains/registry.ts; if there is none, add the service',
    );
  });

  it('takes no service from what every object has', async () => {
    const { domain, start } = world();
    const name = 'toString' as keyof Services;
    const wanting = { ...defineDomain({ name: 'wanting' }), needs: [name] };
    await expect(start(wanting)).rejects.toThrow('The domain wanting needs toString');
    const making = domain('making', { services: { [name]: {} } as unknown as Services });
    expect((await start(making)).services).toHaveProperty(['toString'], {});
  });

  it('refuses a service that is named and not given', async () => {
    const { domain, start } = world();
    const services = { feedback: undefined } as unknown as Services;
    await expect(start(domain('empty', { services }))).rejects.toThrow(
      'The domain empty says that it makes the service feedback, but gives nothing for it.',
    );
  });
});
