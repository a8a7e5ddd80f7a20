import type { MailPart } from './message.ts';

const marks: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
const escaped = (text: string) => text.replace(/[&<>"']/g, (mark) => marks[mark] ?? mark);

/** The message as plain text. */
export function textOf(parts: readonly MailPart[]): string {
  return `${parts.map(textOfPart).join('\n\n')}\n`;
}

function textOfPart(part: MailPart): string {
  switch (part.kind) {
    case 'paragraph':
      return part.text;
    case 'code':
      return `    ${part.text}`;
    case 'quote':
      return part.text
        .split(/\r\n|\r|\n/)
        .map((line) => `> ${line}`)
        .join('\n');
    case 'link':
      return `${part.label}:\n${part.url}`;
  }
}

// Mail programs read styles on the elements only, and have colours of their own in the dark.
const styles = {
  body: 'font-family:-apple-system,Segoe UI,Helvetica,Arial,sans-serif;font-size:15px;line-height:1.5;max-width:560px',
  code: 'font-family:ui-monospace,Menlo,Consolas,monospace;font-size:20px;letter-spacing:2px;margin:20px 0',
  quote: 'white-space:pre-wrap;margin:16px 0;padding-left:12px;border-left:3px solid #999',
};

/** The same as HTML: no pictures, no styles from elsewhere, nothing that calls home. */
export function htmlOf(parts: readonly MailPart[]): string {
  return `<!doctype html><html><head><meta charset="utf-8"></head><body style="${styles.body}">${parts
    .map(htmlOfPart)
    .join('')}</body></html>`;
}

function htmlOfPart(part: MailPart): string {
  switch (part.kind) {
    case 'paragraph':
      return `<p>${escaped(part.text)}</p>`;
    case 'code':
      return `<p style="${styles.code}">${escaped(part.text)}</p>`;
    case 'quote':
      return `<div style="${styles.quote}">${escaped(part.text)}</div>`;
    case 'link':
      return `<p><a href="${escaped(part.url)}">${escaped(part.label)}</a><br>${escaped(part.url)}</p>`;
  }
}
