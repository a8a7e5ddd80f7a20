import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sanitizeHtml } from './comment-html.ts';

describe('html of comments', () => {
  it('keeps plain markup and links', () => {
    const kept = '<p>One <b>bold</b> &amp; <code>x</code></p><ul><li>a</li></ul>';
    expect(sanitizeHtml(kept)).toBe(kept);
    expect(sanitizeHtml('<a href="https://example.com/?a=1&amp;b=2">x</a>')).toBe(
      '<a href="https://example.com/?a=1&amp;b=2" rel="noopener noreferrer nofollow" target="_blank">x</a>',
    );
  });

  it('shows everything else as text', () => {
    for (const hostile of [
      '<script>alert(1)</script>',
      '<img src=x onerror=alert(1)>',
      '<b onclick="x()">y</b>',
      '<a href="javascript:alert(1)">x</a>',
      '<a href="https://x" onmouseover="alert(1)">x</a>',
      '<svg/onload=alert(1)>',
      '<<b>script>',
    ])
      expect(sanitizeHtml(hostile)).not.toMatch(/<(?!\/?(b|a|p)\b)|<(b|p)[^>]|onmouseover="/);
  });

  it('never lets through a tag that is not on the list', () => {
    const pieces = [
      '<',
      '>',
      '/',
      '"',
      "'",
      '&',
      'b',
      'a',
      'script',
      'p',
      ' ',
      'href=',
      'https://',
      'javascript:',
    ];
    const more = ['onclick=', '&quot;', '&lt;', '&#60;', '&amp;lt;', '=', 'x'];
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...pieces, ...more), maxLength: 40 }), (text) => {
        for (const [tag] of sanitizeHtml(text).matchAll(/<[^>]*>?/g))
          expect(tag).toMatch(
            /^<\/?[bp]>$|^<\/a>$|^<a href="https?:\/\/[^"<>\s]+" rel="noopener noreferrer nofollow" target="_blank">$/,
          );
      }),
      { numRuns: 2000 },
    );
  });
});
