import type { DeliveredAlert } from '@margay/model';
import { cutText } from '../../dedup/texts.ts';
import { githubMarkdown } from '../../document/markdown.ts';
import { richBody } from '../../document/rich-body.ts';
import { deliveredTitle } from '../../document/title.ts';

// GitHub answers 422 beyond these: "title is too long (maximum is 256 characters)", "body is too long (maximum is 65536 characters)".
const titleLimit = 256;
const bodyLimit = 65_536;

export function githubIssue(alert: DeliveredAlert) {
  return {
    title: cutText(deliveredTitle(alert), titleLimit),
    body: richBody(alert, githubMarkdown, bodyLimit),
  };
}
