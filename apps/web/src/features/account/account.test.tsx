import { testIdToken } from '@margay/auth/testing';
import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { renderConsole } from '../../testing/console.tsx';
import { checkFirstRun } from './first-run.tsx';

const tokens = {
  idToken: await testIdToken({ permissions: ['DestinationRead'] }),
  refreshToken: 'r',
  expiresIn: 900,
  refreshTokenHours: 12,
};

async function fillCredentials() {
  await userEvent.type(screen.getByLabelText('Email'), 'ana@example.com');
  await userEvent.type(screen.getByLabelText('Password'), 'secret');
  await userEvent.click(screen.getByRole('button', { name: 'Sign in' }));
}

describe('sign-in', () => {
  it('[000-4.6] [000-2.13] signs in with email and password and goes where the person was going', async () => {
    const signIn = vi.fn(() => tokens);
    const { address, session } = await renderConsole({
      path: '/configure/destinations/',
      answers: { '/auth/sign-in': signIn },
    });
    await fillCredentials();
    await waitFor(() => expect(address()).toBe('/configure/destinations/'));
    expect(signIn).toHaveBeenCalledWith({ email: 'ana@example.com', password: 'secret' });
    expect(session.state().kind).toBe('signed-in');
  });

  it('says that a session has ended by itself, and keeps quiet where there was none', async () => {
    const refused = () => Response.json({ message: 'The session is over.' }, { status: 401 });
    const { unmount } = await renderConsole({
      path: '/configure/destinations/',
      permissions: ['DestinationRead'],
      answers: { '/auth/refresh': refused },
    });
    expect(await screen.findByText('Your session has ended')).toBeDefined();
    unmount();
    await renderConsole({ path: '/sign-in/' });
    await screen.findByLabelText('Email');
    expect(screen.queryByText('Your session has ended')).toBeNull();
  });

  it('says what a code in the address stands for, and nothing for others', async () => {
    const { unmount } = await renderConsole({ path: '/sign-in/?error=sso_refused' });
    expect(await screen.findByText(/^Single sign-on did not begin/)).toBeDefined();
    unmount();
    await renderConsole({ path: '/sign-in/?error=Call%20555%200100' });
    await screen.findByLabelText('Email');
    expect(screen.queryByText(/555/)).toBeNull();
  });

  it('shows a refusal in place and keeps what was typed', async () => {
    const refusal = () => Response.json({ message: 'Email or password is not right.' }, { status: 401 });
    await renderConsole({ path: '/sign-in/', answers: { '/auth/sign-in': refusal } });
    await fillCredentials();
    expect((await screen.findByRole('alert')).textContent).toContain('Email or password is not right.');
    expect(screen.getByLabelText('Email')).toHaveProperty('value', 'ana@example.com');
  });

  it('asks for what is missing before it asks the server', async () => {
    const signIn = vi.fn(() => tokens);
    await renderConsole({ path: '/sign-in/', answers: { '/auth/sign-in': signIn } });
    await userEvent.type(screen.getByLabelText('Email'), 'ana@');
    await userEvent.click(screen.getByRole('button', { name: 'Sign in' }));
    expect(screen.getAllByRole('alert').map((alert) => alert.textContent)).toEqual([
      'Must be a valid email',
      'This field is required',
    ]);
    expect(signIn).not.toHaveBeenCalled();
  });

  it('confirms a software token before it counts as signed in', async () => {
    const challenge = vi.fn((body: unknown) =>
      JSON.stringify(body).includes('111111')
        ? Response.json({ message: 'That code was not right.' }, { status: 400 })
        : tokens,
    );
    const { session } = await renderConsole({
      path: '/sign-in/',
      answers: {
        '/auth/sign-in': () => ({ challenge: 'SOFTWARE_TOKEN_MFA', session: 's1' }),
        '/auth/challenge': challenge,
      },
    });
    await fillCredentials();
    await userEvent.click(await screen.findByLabelText('Digit 1'));
    expect(session.state().kind).toBe('signed-out');
    await userEvent.keyboard('111111');
    expect((await screen.findByRole('alert')).textContent).toContain('That code was not right.');
    await userEvent.click(screen.getByLabelText('Digit 1'));
    await userEvent.paste('419 022');
    await waitFor(() => expect(session.state().kind).toBe('signed-in'));
    expect(challenge).toHaveBeenLastCalledWith({
      challenge: 'SOFTWARE_TOKEN_MFA',
      session: 's1',
      code: '419022',
    });
  });

  it('takes a code from who has a passkey, where the browser has none to give', async () => {
    const challenge = vi.fn(() => tokens);
    await renderConsole({
      path: '/sign-in/',
      answers: {
        '/auth/sign-in': () => ({ challenge: 'PASSKEY', session: 's1', hasApp: true }),
        '/auth/challenge': challenge,
      },
    });
    vi.stubGlobal('PublicKeyCredential', undefined);
    await fillCredentials();
    await userEvent.click(await screen.findByLabelText('Digit 1'));
    expect(screen.queryByRole('button', { name: 'Use your passkey instead' })).toBeNull();
    await userEvent.paste('419022');
    await waitFor(() =>
      expect(challenge).toHaveBeenLastCalledWith({
        challenge: 'SOFTWARE_TOKEN_MFA',
        session: 's1',
        code: '419022',
      }),
    );
    vi.unstubAllGlobals();
  });

  it('replaces a temporary password, then goes on to the second factor', async () => {
    const answers = [{ challenge: 'MFA_SETUP', session: 's2', secret: 'JBSWY3DPEHPK3PXP' }];
    await renderConsole({
      path: '/sign-in/',
      answers: {
        '/auth/sign-in': () => ({ challenge: 'NEW_PASSWORD_REQUIRED', session: 's1' }),
        '/auth/challenge': () => answers.shift(),
      },
    });
    await fillCredentials();
    await userEvent.type(await screen.findByLabelText('New password'), 'Abcdefghijk1!');
    await userEvent.type(screen.getByLabelText('Repeat the password'), 'Abcdefghijk1?');
    await userEvent.click(screen.getByRole('button', { name: 'Set password' }));
    expect(screen.getByRole('alert').textContent).toBe('Passwords must match');
    await userEvent.type(screen.getByLabelText('Repeat the password'), '{Backspace}!');
    await userEvent.click(screen.getByRole('button', { name: 'Set password' }));
    expect(await screen.findByText('JBSWY3DPEHPK3PXP')).toBeDefined();
    expect(screen.getByRole('button', { name: 'Verify' })).toBeDefined();
  });
});

describe('first run', () => {
  it('makes the first administrator and signs in', async () => {
    let needed = true;
    const setup = vi.fn((body: unknown) => {
      if (body === undefined) return { needed };
      needed = false;
      return tokens;
    });
    const { address } = await renderConsole({ path: '/setup/?token=t-1', answers: { '/auth/setup': setup } });
    await userEvent.type(screen.getByLabelText('First name'), 'Ana');
    await userEvent.type(screen.getByLabelText('Last name'), 'Ruiz');
    await userEvent.type(screen.getByLabelText('Email'), 'ana@example.com');
    await userEvent.type(screen.getByLabelText('Password'), 'Abcdefghijk1!');
    await userEvent.click(screen.getByRole('button', { name: 'Create and sign in' }));
    await waitFor(() => expect(address()).toBe('/configure/destinations/'));
    expect(setup).toHaveBeenCalledWith({
      token: 't-1',
      email: 'ana@example.com',
      password: 'Abcdefghijk1!',
      givenName: 'Ana',
      familyName: 'Ruiz',
    });
  });

  describe('names every field that is wrong', () => {
    const none = { givenName: ' ', familyName: '', email: '', password: '', token: '' };

    it('[000-5.5] [000-5.6] by its name', () => {
      const errors = checkFirstRun(none, 12);
      expect(errors.givenName).toBe('First name is required');
      expect(errors.familyName).toBe('Last name is required');
      expect(checkFirstRun({ ...none, givenName: 'Ana', familyName: 'Ruiz' }, 12)).not.toHaveProperty(
        'givenName',
      );
    });

    it('[000-5.8] [000-5.9] by its email', () => {
      const emailFault = (email: string) => checkFirstRun({ ...none, email }, 12).email;
      expect(emailFault('')).toBe('Email is required');
      for (const wrong of ['ana', 'ana@', '@example.com', 'a b@example.com'])
        expect(emailFault(wrong)).toBe('Must be a valid email');
      expect(emailFault('ana@example.com')).toBeUndefined();
    });

    it('by its link', () => expect(checkFirstRun(none, 12).token).toContain('set-up link'));
  });
});
