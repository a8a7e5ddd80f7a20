import { isWebAddress } from '@margay/kit';
import type { DeliveredAlert } from '@margay/model';
import { contextOf, richParts } from './alert-document.ts';
import { fitText } from './fit-text.ts';

/** How a target writes a text: nothing of an alert may be read as markup there. */
export interface Markup {
  heading(label: string): string;
  /** A text of several lines as it is. */
  text(text: string): string;
  /** An address without spaces, as a link that shows it. */
  link(address: string): string;
  /** JSON as it is, in letters of one width. */
  code(json: string): string;
  /** Between two parts. */
  gap: string;
}

/** No text may take more of a target's limit than this part of it, so that every part is there. */
const shareOfOneText = 1 / 10;

/** Everything a person needs of an alert, label by label, within `limit` characters; the context takes what is left. */
export function richBody(alert: DeliveredAlert, markup: Markup, limit: number): string {
  const { heading, code, gap } = markup;
  const write = (text: string) => (isWebAddress(text) ? markup.link(text) : markup.text(text));
  const texts = richParts(alert)
    .filter((part) => part.label !== contextLabel && part.text !== '')
    .map((part) => heading(part.label) + fitText(part.text, Math.floor(limit * shareOfOneText), write))
    .join(gap);
  const label = gap + heading(contextLabel);
  const context = fitText(
    JSON.stringify(contextOf(alert), null, 2),
    limit - texts.length - label.length,
    code,
  );
  return context === '' ? texts : texts + label + context;
}

const contextLabel = 'AlertContext';
