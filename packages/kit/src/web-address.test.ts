import { describe, expect, it } from 'vitest';
import { isWebAddress } from './web-address.ts';

describe('a web address', () => {
  it.each(['https://example.com', 'http://127.0.0.1:8080/a?b#c', 'HTTPS://example.com/ä'])(
    'is %s',
    (text) => {
      expect(isWebAddress(text)).toBe(true);
    },
  );

  it.each([
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    ' javascript:alert(1)',
    'java\tscript:alert(1)',
    'javascript://example.com/%0aalert(1)',
    'data:text/html,<script>1</script>',
    'vbscript:x',
    'file:///etc/passwd',
    '//example.com',
    '/path',
    'https://',
    'https:///path',
    'https://a b',
    'https://example.com\njavascript:alert(1)',
    'https://[',
    'example.com',
    '',
    `http://${'a'.repeat(60_000)} b`,
    `http://${'a'.repeat(1_000_000)}`,
  ])('is not %j', (text) => expect(isWebAddress(text)).toBe(false));
});
