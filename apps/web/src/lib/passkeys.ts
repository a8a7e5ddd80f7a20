import type { startAuthentication, startRegistration } from '@simplewebauthn/browser';

type RequestOptions = Parameters<typeof startAuthentication>[0]['optionsJSON'];
type CreationOptions = Parameters<typeof startRegistration>[0]['optionsJSON'];

// Few sign-ins need it, and the sign-in page is the first that everybody loads.
const load = () => import('@simplewebauthn/browser');

/** Whether this browser knows passkeys at all; the page must have come by https, or from this machine. */
export const knowsPasskeys = (): boolean => typeof PublicKeyCredential === 'function';

/** Asks one of the person's passkeys. The options are the server's; throws a `PasskeyError`. */
export async function askPasskey(options: object): Promise<object> {
  const { startAuthentication } = await load();
  // What the server's library made is what the browser's reads.
  return startAuthentication({ optionsJSON: options as RequestOptions }).catch(explain);
}

/** Makes a passkey. The options are the server's; throws a `PasskeyError`. */
export async function makePasskey(options: object): Promise<object> {
  const { startRegistration } = await load();
  return startRegistration({ optionsJSON: options as CreationOptions }).catch(explain);
}

/** Why the browser gave nothing, in words that may be shown. */
export class PasskeyError extends Error {
  override name = 'PasskeyError';
}

const reasons: Readonly<Record<string, string>> = {
  NotAllowedError: 'The browser gave no passkey: it was cancelled, or took too long. Try again.',
  AbortError: 'The browser gave no passkey: it was cancelled. Try again.',
  InvalidStateError: 'This device or security key is registered for your account already.',
  NotSupportedError: 'This device cannot make a passkey for Margay. Use another one.',
  SecurityError: 'The browser makes no passkey at this address. Open the console at its own address.',
};

function explain(error: unknown): never {
  const name = error instanceof Error ? error.name : '';
  const reason = reasons[name] ?? 'The browser gave no passkey. Try again, or use another browser.';
  throw new PasskeyError(reason, { cause: error });
}
