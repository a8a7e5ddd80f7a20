import type { Markup } from './rich-body.ts';

/** A backslash before a sign of ASCII takes its meaning away (CommonMark 0.31, section 2.4). */
export const escapeMarkdown = (text: string) => text.replaceAll(/[\\`*_{}[\]<>()#+\-!|~&$=]/g, '\\$&');

const invisible = '\u200b';

/** GitHub's: a mention or the number of an issue is made a link after the backslashes are gone, so a gap breaks it. */
const withoutMentions = (text: string) => text.replaceAll(/[@#]/g, `$&${invisible}`);

/** A fence is longer than any run of ticks in what it holds. */
function fenced(json: string): string {
  const runs = json.match(/`+/g) ?? [];
  const fence = '`'.repeat(Math.max(3, ...runs.map((run) => run.length + 1)));
  return `\n${fence}json\n${json}\n${fence}`;
}

export const githubMarkdown: Markup = {
  heading: (label) => `**${label}**: `,
  text: (text) => escapeMarkdown(withoutMentions(text)),
  link: (address) => `<${address.replaceAll(/[<>]/g, encodeURIComponent)}>`,
  code: fenced,
  gap: '\n\n',
};
