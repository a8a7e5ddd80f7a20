/** Whether a text is one address of the web, and so may become a link: anything else, `javascript:` above all, stays text. */
export const isWebAddress = (text: string): boolean =>
  /^https?:\/\/[^\s/?#]+\S*$/i.test(text) && URL.canParse(text);
