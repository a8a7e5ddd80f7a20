import type { DeliveredAlert } from '@margay/model';
import { contextOf } from '../../document/alert-document.ts';
import { fitText } from '../../document/fit-text.ts';
import { escapeMarkdown } from '../../document/markdown.ts';
import { productName } from '../../document/product.ts';
import { severityColors } from '../../document/severity-colors.ts';
import { deliveredTitle } from '../../document/title.ts';

/*
 * In characters, from https://discord.com/developers/docs/resources/message#embed-object-embed-limits: a title 256, a
 * description 4096, a field's value 1024, and all texts of a message together 6000.
 */
const titleLimit = 256;
const descriptionLimit = 2000;
const valueLimit = 1000;

const tick = '`'.repeat(3);
/** Three ticks in the context would end the block early. */
const codeBlock = (json: string) => `${tick}json\n${json.replaceAll(tick, '`\u200b`\u200b`')}\n${tick}`;

export function discordMessage(alert: DeliveredAlert) {
  const text = (value: string, limit = valueLimit) => fitText(value, limit, escapeMarkdown);
  const fields = [
    { name: 'Severity', value: alert.severity, inline: true },
    { name: 'Alert ID', value: text(alert.id), inline: true },
    { name: 'Runbook', value: text(alert.runbook), inline: false },
    { name: 'Tags', value: text(alert.tags.join(', '), 300), inline: false },
    {
      name: 'AlertContext',
      value: fitText(JSON.stringify(contextOf(alert), null, 2), valueLimit, codeBlock),
      inline: false,
    },
  ];
  return {
    username: productName,
    // No text of an event calls anybody.
    allowed_mentions: { parse: [] },
    embeds: [
      {
        title: text(deliveredTitle(alert), titleLimit),
        url: alert.url,
        description: text(alert.description, descriptionLimit),
        color: Number.parseInt(severityColors[alert.severity].slice(1), 16),
        timestamp: alert.createdAt.toISOString(),
        // Discord refuses a message with an empty value.
        fields: fields.filter(({ value }) => value.trim() !== ''),
      },
    ],
  };
}
