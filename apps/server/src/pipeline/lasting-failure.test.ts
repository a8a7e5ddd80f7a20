import { internalError, MargayError } from '@margay/kit';
import { expect, it } from 'vitest';
import { isLastingFailure } from './lasting-failure.ts';

const withCode = (code: string) => Object.assign(new Error('no'), { code });

it.each<[string, unknown, boolean]>([
  ['a fault of the program', new RangeError('Maximum call stack size exceeded'), true],
  [
    'a request that did not come through',
    new TypeError('fetch failed', { cause: withCode('ECONNREFUSED') }),
    false,
  ],
  ['rows that the lake does not take', internalError('no', { code: 'LakeInsertFailed' }), true],
  ['a lake that is away', new MargayError('upstream', 'no'), false],
  ['a text that the store does not take', withCode('22P05'), true],
  ['a store that shuts down', withCode('57P01'), false],
  ['a connection that is refused', withCode('ECONNREFUSED'), false],
  ['anything else', new Error('no'), false],
])('%s', (_name, error, expected) => expect(isLastingFailure(error)).toBe(expected));
