/**
 * Words and quoted phrases of a search text. All of them must occur in the row. A quote that is not closed reaches
 * to the end; `\"` inside quotes is a quote.
 */
export function termsOf(text: string): string[] {
  const terms: string[] = [];
  for (const [, phrase, word] of text.matchAll(/"((?:[^"\\]|\\.)*)(?:"|$)|([^\s"]+)/gs)) {
    const term = phrase === undefined ? word! : phrase.replace(/\\(["\\])/g, '$1');
    if (term.trim() !== '') terms.push(term);
  }
  return terms;
}
