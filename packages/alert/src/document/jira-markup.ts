import type { Markup } from './rich-body.ts';

/**
 * Jira's wiki markup takes a backslash before a sign as the sign itself; two backslashes are a line's end, so a backslash
 * becomes an entity (https://jira.atlassian.com/secure/WikiRendererHelpAction.jspa?section=all).
 */
const escapeJira = (text: string) =>
  text.replaceAll(/[\\&{}[\]!|*_~^+\-?#@<>]/g, (sign) =>
    sign === '\\' ? '&#92;' : sign === '&' ? '&amp;' : `\\${sign}`,
  );

export const jiraMarkup: Markup = {
  heading: (label) => `*${label}*: `,
  text: escapeJira,
  link: (address) => `[${address.replaceAll(/[[\]|{}<>^]/g, encodeURIComponent)}]`,
  // Only inside a text of the JSON does a brace stand before a letter, and there this is the same text.
  code: (json) => `\n{noformat}\n${json.replaceAll('{noformat', '\\u007bnoformat')}\n{noformat}`,
  gap: '\n\n',
};
