import type { Markup } from './rich-body.ts';

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

export const escapeHtml = (text: string) => text.replaceAll(/[&<>"']/g, (sign) => entities[sign] ?? '');

export const html: Markup = {
  heading: (label) => `<strong>${label}</strong>: `,
  text: (text) => escapeHtml(text).replaceAll('\n', '<br/>'),
  link: (address) => `<a href="${escapeHtml(address)}">${escapeHtml(address)}</a>`,
  code: (json) => `<pre>${escapeHtml(json)}</pre>`,
  gap: '<br/>',
};
