import { refusedAnswer } from '../proof.ts';

/** Names of elements are matched with any prefix: what a prefix may look like is wider than one thinks. */
const elements = (name: string) => new RegExp(`<(?:[^\\s<>/]+:)?${name}(?=[\\s/>])[^>]*>`, 'g');
const assertions = elements('Assertion');
const encrypted = elements('EncryptedAssertion');
const signatureMethods = elements('SignatureMethod');
const digestMethods = elements('DigestMethod');

const strongSignatures = new Set(
  ['rsa-sha256', 'rsa-sha384', 'rsa-sha512', 'ecdsa-sha256', 'ecdsa-sha384', 'ecdsa-sha512'].map(
    (name) => `http://www.w3.org/2001/04/xmldsig-more#${name}`,
  ),
);
const strongDigests = new Set([
  'http://www.w3.org/2001/04/xmlenc#sha256',
  'http://www.w3.org/2001/04/xmldsig-more#sha384',
  'http://www.w3.org/2001/04/xmlenc#sha512',
]);

/** Of an opening tag; undefined where it is not there exactly once, in plain characters. */
function algorithmOf(tag: string): string | undefined {
  const found = [...tag.matchAll(/\bAlgorithm\s*=\s*(?:"([^"]*)"|'([^']*)')/g)];
  const [only] = found;
  return found.length === 1 ? (only?.[1] ?? only?.[2]) : undefined;
}

function assertStrong(tags: readonly string[], strong: ReadonlySet<string>, what: string): void {
  for (const tag of tags) {
    const algorithm = algorithmOf(tag) ?? '';
    if (!strong.has(algorithm))
      throw refusedAnswer(`its ${what} is ${algorithm || 'not readable'}, not SHA-2`);
  }
}

/**
 * Refuses a response for its form, before anything in it is believed: more than one assertion is how signatures are wrapped
 * around other contents, a document type is how entities are smuggled in, and SHA-1 proves nothing any more. Throws
 * `refusedAnswer`.
 */
export function refuseDocument(xml: string): void {
  if (/<!(?:DOCTYPE|ENTITY)/i.test(xml)) throw refusedAnswer('it declares a document type');
  if (xml.match(encrypted) !== null)
    throw refusedAnswer('its assertion is encrypted; turn encryption of assertions off at the provider');
  // A response that says no holds none.
  if ((xml.match(assertions) ?? []).length > 1) throw refusedAnswer('it holds several assertions');
  assertStrong(xml.match(signatureMethods) ?? [], strongSignatures, 'signature method');
  assertStrong(xml.match(digestMethods) ?? [], strongDigests, 'digest method');
}
