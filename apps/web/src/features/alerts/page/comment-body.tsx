import { createElement, useMemo } from 'react';
import type { ReactNode } from 'react';
import { Prose, proseLooks, webAddress } from '../../../ui/text/prose.tsx';
import type { AlertComment } from '../queries.ts';

/** Elements of an HTML comment that are kept; of all others only the text is. None keeps attributes but links. */
const keptElements = new Set([
  'p',
  'br',
  'b',
  'strong',
  'i',
  'em',
  'u',
  's',
  'code',
  'pre',
  'ul',
  'ol',
  'li',
  'blockquote',
]);
const droppedElements = new Set(['script', 'style', 'template', 'iframe', 'object']);

function drawn(node: Node, key: number): ReactNode {
  if (node.nodeType === Node.TEXT_NODE) return node.textContent;
  if (!(node instanceof Element)) return null;
  const name = node.localName;
  if (droppedElements.has(name)) return null;
  const children = [...node.childNodes].map(drawn);
  const href = name === 'a' ? webAddress(node.getAttribute('href') ?? '') : undefined;
  if (href)
    return (
      <a key={key} href={href} target="_blank" rel="noreferrer">
        {children}
      </a>
    );
  if (name === 'br') return <br key={key} />;
  return keptElements.has(name) ? (
    createElement(name, { key }, ...children)
  ) : (
    <span key={key}>{children}</span>
  );
}

/** What a person wrote. Markup is rebuilt element by element, never handed to the page as it came. */
export function CommentBody({ comment }: { comment: Pick<AlertComment, 'body' | 'format'> }) {
  const { body, format } = comment;
  const html = useMemo(
    () =>
      format === 'HTML'
        ? [...new DOMParser().parseFromString(body, 'text/html').body.childNodes].map(drawn)
        : undefined,
    [body, format],
  );
  return html ? <div className={proseLooks(true)}>{html}</div> : <Prose text={body} isSmall />;
}
