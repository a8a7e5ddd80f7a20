import { isWebAddress } from '@margay/kit';
import { Fragment } from 'react';
import type { ReactNode } from 'react';
import { cx } from '../../lib/class-names.ts';
import styles from './prose.module.css';

/** Only addresses of the web become links; anything else stays text. */
export function webAddress(text: string): string | undefined {
  return isWebAddress(text) ? text : undefined;
}

const inline =
  /`([^`]+)`|\*\*([^*]+)\*\*|\[([^\]]+)\]\(([^\s)]+)\)|(https?:\/\/[^\s<>)\]]*[^\s<>)\].,;:!?])/g;

function External({ href, children }: { href: string; children: ReactNode }) {
  return (
    <a href={href} target="_blank" rel="noreferrer">
      {children}
    </a>
  );
}

/** What becomes of a link that leads to no address of the web; undefined: it stays as it was written. */
type OwnLink = ((href: string, label: string) => ReactNode) | undefined;

/** Code, bold and links within a line. */
function Inline({ text, link }: { text: string; link?: OwnLink }): ReactNode {
  const parts: ReactNode[] = [];
  let end = 0;
  for (const match of text.matchAll(inline)) {
    const [whole, code, bold, label, target, bare] = match;
    parts.push(text.slice(end, match.index));
    if (code !== undefined) parts.push(<code key={match.index}>{code}</code>);
    else if (bold !== undefined) parts.push(<strong key={match.index}>{bold}</strong>);
    else if (target !== undefined && webAddress(target) !== undefined)
      parts.push(
        <External key={match.index} href={target}>
          {label}
        </External>,
      );
    else if (target !== undefined)
      parts.push(<Fragment key={match.index}>{link ? link(target, label ?? target) : whole}</Fragment>);
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
  | { kind: 'paragraph' | 'code'; text: string }
  | { kind: 'heading'; text: string; level: number }
  | { kind: 'table'; rows: string[][] }
  | { kind: 'steps' | 'points'; items: string[]; start: number };

/** The cells of a line of a table; a bar behind a backslash belongs to its cell. */
function tableCells(line: string): string[] | undefined {
  const inner = /^\s*\|(.*)\|\s*$/.exec(line)?.[1];
  return inner?.split(/(?<!\\)\|/).map((cell) => cell.replaceAll('\\|', '|').trim());
}

/** The id of a heading, as links to it name it. */
export const headingId = (text: string) =>
  text
    .toLowerCase()
    .replaceAll(/[^\w\s-]/g, '')
    .trim()
    .replaceAll(/\s+/g, '-');

/** Paragraphs, headings, lists, tables and code of a description or runbook: the part of Markdown that detections use. */
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
    const heading = /^(#{1,6})\s+(.*)$/.exec(line);
    const cells = tableCells(line);
    const last = blocks.at(-1);
    if (item) {
      const kind = item[1] === undefined ? 'points' : 'steps';
      // A blank line between items does not end their list.
      if (last && last.kind === kind) last.items.push(item[2] ?? '');
      else blocks.push({ kind, items: [item[2] ?? ''], start: Number(item[1] ?? 1) });
      isOpen = true;
    } else if (heading) {
      blocks.push({ kind: 'heading', text: heading[2] ?? '', level: heading[1]?.length ?? 1 });
      isOpen = false;
    } else if (cells) {
      if (last?.kind !== 'table' || !isOpen) blocks.push({ kind: 'table', rows: [cells] });
      // The line below the head only draws.
      else if (!cells.every((cell) => /^:?-+:?$/.test(cell))) last.rows.push(cells);
      isOpen = true;
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

export interface ProseProps {
  text: string;
  isSmall?: boolean;
  /** It is a page of its own: its headings keep their levels, and links lead to them. */
  headings?: boolean;
  link?: OwnLink;
}

/** Text a person wrote for people, drawn as elements; markup in it stays text. */
export function Prose({ text, isSmall = false, headings = false, link }: ProseProps) {
  return (
    <div className={cx(proseLooks(isSmall), headings && styles.page)}>
      {blocksOf(text).map((block, index) => {
        if (block.kind === 'code') return <pre key={index}>{block.text}</pre>;
        if (block.kind === 'heading') {
          const Heading = headings && block.level <= 2 ? 'h2' : headings && block.level === 3 ? 'h3' : 'h4';
          return (
            <Heading key={index} id={headings ? headingId(block.text) : undefined}>
              <Inline text={block.text} link={link} />
            </Heading>
          );
        }
        if (block.kind === 'table') return <Table key={index} rows={block.rows} link={link} />;
        if ('text' in block)
          return (
            <p key={index}>
              <Inline text={block.text} link={link} />
            </p>
          );
        const items = block.items.map((item, position) => (
          <li key={position}>
            <Inline text={item} link={link} />
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

function Table({ rows: [head = [], ...rows], link }: { rows: readonly string[][]; link: OwnLink }) {
  return (
    <div className={styles.table} tabIndex={0} role="group" aria-label="Table">
      <table>
        <thead>
          <tr>
            {head.map((cell, at) =>
              cell === '' ? (
                <td key={at} />
              ) : (
                <th key={at} scope="col">
                  <Inline text={cell} link={link} />
                </th>
              ),
            )}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, line) => (
            <tr key={line}>
              {row.map((cell, at) => (
                <td key={at}>
                  <Inline text={cell} link={link} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
