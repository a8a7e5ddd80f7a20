/** More than any browser takes. */
const longest = 64_000;

/** Whether a text is one address of the web, and so may become a link: anything else, `javascript:` above all, stays text. */
export const isWebAddress = (text: string): boolean =>
  text.length <= longest && /^https?:\/\/[^\s/?#]/i.test(text) && !/\s/.test(text) && URL.canParse(text);
