import type { DeliveredAlert } from '@margay/model';
import { cardParts, openLabel } from './card-parts.ts';

/** Runs of a rich text are plain; a text block would read an event's text as Markdown (https://adaptivecards.io/explorer/TextRun.html). */
const plain = (
  ...inlines: { text: string; weight?: 'Bolder'; size?: 'Medium'; fontType?: 'Monospace' }[]
) => ({
  type: 'RichTextBlock',
  inlines: inlines.map((inline) => ({ type: 'TextRun', ...inline })),
});

/** The message that a workflow passes on: one adaptive card (https://adaptivecards.io/explorer/AdaptiveCard.html). */
export function adaptiveCard(alert: DeliveredAlert) {
  const { title, facts } = cardParts(alert);
  return {
    type: 'message',
    attachments: [
      {
        contentType: 'application/vnd.microsoft.card.adaptive',
        contentUrl: null,
        content: {
          $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
          type: 'AdaptiveCard',
          version: '1.4',
          msteams: { width: 'Full' },
          body: [
            plain({ text: title, weight: 'Bolder', size: 'Medium' }),
            ...facts.map(({ name, value }) =>
              plain(
                { text: `${name}: `, weight: 'Bolder' },
                name === 'AlertContext' ? { text: value, fontType: 'Monospace' } : { text: value },
              ),
            ),
          ],
          actions: [{ type: 'Action.OpenUrl', title: openLabel, url: alert.url }],
        },
      },
    ],
  };
}
