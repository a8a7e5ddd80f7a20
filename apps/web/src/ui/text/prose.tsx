import { isWebAddress } from '@margay/kit';
import type { ReactNode } from 'react';
import { cx } from '../../lib/class-names.ts';
import styles from './prose.module.css';

/** Only addresses of the web become links; anything else stays text. */
export function webAddress(text: string): string | undefined {
  return isWebAddress(text) ? text : undefined;
}

const inline =
  /`([^`]+)`|\*\*([^*]+)\*\*|\[([^\]]+)\]\((https?:\/\/[^\s)]+)\)|(https?:\/\/[^\s<>)\]]*[^\s<>)\].,;:!?])/g;

function External({ href, children }: { href: string; children: ReactNode }) {
  return (
    <a href={href} target="_blank" rel="noreferrer">
      {children}
    </a>
  );
}

/** Code, bold and links within a line. */
function Inline({ text }: { text: string }): ReactNode {
  const parts: ReactNode[] = [];
  let end = 0;
  for (const match of text.matchAll(inline)) {
    const [whole, code, bold, label, target, bare] = match;
    parts.push(text.slice(end, match.index));
    if (code !== undefined) parts.push(<code key={match.index}>{code}</code>);
    else if (bold !== undefined) parts.push(<strong key={match.index}>{bold}</strong>);
    else if (target !== undefined)
      parts.push(
        <External key={match.index} href={target}>
          {label}
        </External>,
      );
    else if (bare !== undefined)
      parts.push(
        <External key={match.index} href={bare}>
          {bare}
        </External>,
      );
    end = match.index + whole.length;
  }
  parts.push(text.slice(end));
  return parts;
}

export type Block =
  | { kind: 'paragraph' | 'heading' | 'code'; text: string }
  | { kind: 'steps' | 'points'; items: string[]; start: number };

/** Paragraphs, headings, lists and code of a description or runbook: the part of Markdown that detections use. */
export function blocksOf(text: string): Block[] {
  const blocks: Block[] = [];
  let fence: string[] | undefined;
  let isOpen = false;
  for (const line of text.replaceAll('\r\n', '\n').split('\n')) {
    if (/^\s*```/.test(line)) {
      if (fence) blocks.push({ kind: 'code', text: fence.join('\n') });
      fence = fence ? undefined : [];
      isOpen = false;
      continue;
    }
    if (fence) {
      fence.push(line);
      continue;
    }
    const item = /^\s*(?:(\d+)[.)]|[-*•])\s+(.*)$/.exec(line);
    const heading = /^#{1,6}\s+(.*)$/.exec(line);
    const last = blocks.at(-1);
    if (item) {
      const kind = item[1] === undefined ? 'points' : 'steps';
      // A blank line between items does not end their list.
      if (last && last.kind === kind) last.items.push(item[2] ?? '');
      else blocks.push({ kind, items: [item[2] ?? ''], start: Number(item[1] ?? 1) });
      isOpen = true;
    } else if (heading) {
      blocks.push({ kind: 'heading', text: heading[1] ?? '' });
      isOpen = false;
    } else if (line.trim() === '') {
      isOpen = false;
    } else if (isOpen && last && 'items' in last) {
      last.items.push(`${last.items.pop() ?? ''} ${line.trim()}`);
    } else if (isOpen && last?.kind === 'paragraph') {
      last.text += `\n${line.trim()}`;
    } else {
      blocks.push({ kind: 'paragraph', text: line.trim() });
      isOpen = true;
    }
  }
  if (fence) blocks.push({ kind: 'code', text: fence.join('\n') });
  return blocks;
}

/** The class of written text, for markup that comes from elsewhere. */
export const proseLooks = (isSmall: boolean) => cx(styles.prose, isSmall && styles.small);

/** Text a person wrote for people, drawn as elements; markup in it stays text. */
export function Prose({ text, isSmall = false }: { text: string; isSmall?: boolean }) {
  return (
    <div className={proseLooks(isSmall)}>
      {blocksOf(text).map((block, index) => {
        if (block.kind === 'code') return <pre key={index}>{block.text}</pre>;
        if (block.kind === 'heading')
          return (
            <h4 key={index}>
              <Inline text={block.text} />
            </h4>
          );
        if ('text' in block)
          return (
            <p key={index}>
              <Inline text={block.text} />
            </p>
          );
        const items = block.items.map((item, position) => (
          <li key={position}>
            <Inline text={item} />
          </li>
        ));
        return block.kind === 'steps' ? (
          <ol key={index} start={block.start}>
            {items}
          </ol>
        ) : (
          <ul key={index}>{items}</ul>
        );
      })}
    </div>
  );
}
