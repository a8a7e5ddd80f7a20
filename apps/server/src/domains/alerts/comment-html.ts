const tags = 'b|i|em|strong|u|s|p|br|ul|ol|li|code|pre|blockquote|h1|h2|h3|h4';
const allowedTag = new RegExp(`&lt;(/?)(${tags})\\s*/?&gt;`, 'gi');
const link = /&lt;a href=&quot;(https?:\/\/[^\s"'<>`]+?)&quot;(?: [a-z]+=&quot;[\w -]*&quot;)*&gt;/gi;
const entity = /&amp;(amp|lt|gt|quot|nbsp|#39|#x27);/gi;

/**
 * A comment's HTML with only harmless markup left: everything is escaped first, then plain tags without attributes and
 * links to web addresses are let back in. What does not match exactly stays visible as text.
 */
export function sanitizeHtml(html: string): string {
  return html
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;')
    .replaceAll(entity, '&$1;')
    .replaceAll(allowedTag, (_all, slash: string, tag: string) => `<${slash}${tag.toLowerCase()}>`)
    .replaceAll(link, '<a href="$1" rel="noopener noreferrer nofollow" target="_blank">')
    .replaceAll(/&lt;\/a\s*&gt;/gi, '</a>');
}
