import { cutText } from '../dedup/texts.ts';

/** Shorter pieces say less than the note that they were cut. */
const shortest = 20;

/**
 * A text as `render` writes it, within `limit` characters: escaping makes texts longer, so the text is cut until what is
 * rendered fits. Empty where nothing sensible does.
 */
export function fitText(
  text: string,
  limit: number,
  render: (text: string) => string = (same) => same,
): string {
  let length = Math.min(text.length, limit);
  for (;;) {
    const rendered = render(cutText(text, length));
    if (rendered.length <= limit) return rendered;
    const next = Math.min(length - 1, Math.floor((length * limit) / rendered.length));
    if (next < shortest) return '';
    length = next;
  }
}
