import { testIdToken } from '@margay/auth/testing';
import { render } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { memoryText } from '../../testing/console.tsx';
import { createAuthClient } from './auth-client.ts';
import { Permitted, SessionProvider } from './session-context.tsx';
import { createSession } from './session.ts';

async function guarded(permissions: string[]) {
  const auth = createAuthClient(() => Promise.reject(new Error('not expected')));
  const session = createSession({
    auth,
    record: memoryText(),
    returnPath: memoryText(),
    now: Date.now,
    exclusively: (task) => task(),
  });
  const idToken = await testIdToken({ permissions });
  session.begin({ idToken, accessToken: '', refreshToken: 'r', expiresIn: 900, refreshTokenHours: 12 });
  render(
    <SessionProvider session={session} auth={auth}>
      <Permitted any={['RuleRead', 'PolicyRead']} fallback="no any">
        any
      </Permitted>
      {' / '}
      <Permitted all={['RuleRead', 'PolicyRead']} fallback="no all">
        all
      </Permitted>
      {' / '}
      <Permitted any={[]} fallback="no empty">
        empty
      </Permitted>
    </SessionProvider>,
  );
  return document.body.textContent;
}

describe('permission guard', () => {
  it('[000-6.2] shows its children only with the permissions, else the fallback', async () => {
    expect(await guarded([])).toBe('no any / no all / no empty');
  });
  it('[000-6.3] knows any-of and all-of', async () => {
    expect(await guarded(['RuleModify'])).toBe('any / no all / no empty');
  });
  it('[000-6.6] counts a Modify as its Read', async () => {
    expect(await guarded(['RuleModify', 'PolicyModify'])).toBe('any / all / no empty');
  });
});
