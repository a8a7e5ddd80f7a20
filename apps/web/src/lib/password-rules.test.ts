import { describe, expect, it } from 'vitest';
import { checkPassword, passwordError, typedTwiceFaults } from './password-rules.ts';

describe('password rules', () => {
  it('[000-5.16] wants the minimum length', () => {
    expect(passwordError('Abc1!', 12)).toBe('Password must contain at least 12 characters');
  });

  const unmet = (password: string) =>
    checkPassword(password, 1)
      .filter((check) => !check.isMet)
      .map((check) => check.label);

  it.each([
    ['[000-5.17]', 'abc1!', 'at least 1 uppercase character'],
    ['[000-5.18]', 'ABC1!', 'at least 1 lowercase character'],
    ['[000-5.19]', 'Abc1', 'at least 1 symbol'],
    ['[000-5.20]', 'Abc!', 'at least 1 number'],
  ])('%s of %s want %s', (_id, password, missing) => expect(unmet(password)).toEqual([missing]));

  it.each(['Abc1!', 'Äb٣€'])('are met by %s', (password) => expect(unmet(password)).toEqual([]));
});

it('a new password is typed twice alike', () => {
  const good = 'Abcdefghijk1!';
  expect(typedTwiceFaults({ password: good, repeated: good }, 12)).toEqual({});
  expect(typedTwiceFaults({ password: good, repeated: 'Abcdefghijk1?' }, 12)).toEqual({
    repeated: 'Passwords must match',
  });
  expect(typedTwiceFaults({ password: '', repeated: '' }, 12)).toEqual({
    password: 'Password must contain at least 12 characters',
  });
});
