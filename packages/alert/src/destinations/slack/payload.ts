import type { DeliveredAlert } from '@margay/model';
import { cutText } from '../../dedup/texts.ts';
import { severityColors } from '../../document/severity-colors.ts';
import { deliveredTitle } from '../../document/title.ts';

/** Slack shortens a message far beyond this; kept low because a channel is no report. */
const titleLimit = 500;
const fieldLimit = 2000;

/**
 * Slack reads `&`, `<` and `>` as control characters and only those need escaping
 * (https://api.slack.com/reference/surfaces/formatting). Without `<` no text of an event can become a link, a mention
 * or a call of the whole channel; `mrkdwn_in` is empty, so stars and underscores stay what they are.
 */
export function escapeSlack(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

interface SlackField {
  title?: string;
  value: string;
  short: boolean;
}

export interface SlackMessage {
  attachments: {
    fallback: string;
    color: string;
    title: string;
    fields: SlackField[];
    mrkdwn_in: string[];
  }[];
}

export function slackMessage(alert: DeliveredAlert): SlackMessage {
  const title = escapeSlack(cutText(deliveredTitle(alert), titleLimit));
  const fields: SlackField[] = [
    { value: `<${linkTarget(alert.url)}|Open in the console>`, short: false },
    { title: 'Runbook', value: escapeSlack(cutText(alert.runbook, fieldLimit)), short: false },
    { title: 'Severity', value: alert.severity, short: true },
  ];
  return {
    attachments: [{ fallback: title, color: severityColors[alert.severity], title, fields, mrkdwn_in: [] }],
  };
}

/** An address that cannot end the link early. */
const linkTarget = (url: string) => url.replaceAll(/[<>|\s]/g, encodeURIComponent);
