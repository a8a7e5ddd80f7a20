import { createHash } from 'node:crypto';
import { stringify } from 'yaml';

/**
 * The part of Helm's templates that our chart uses, so that its text can be checked where Helm is not: values, `range`, `if`,
 * and the functions in `functions`. Anything else throws: then either the chart goes back to this part, or this grows.
 */
export function renderTemplate(text: string, scope: Record<string, unknown>): string {
  const tokens = text
    .split(/(\{\{-?[^}]*\}\})/)
    .map((token, at, all) => {
      if (token.startsWith('{{')) return token;
      const isTrimmedBefore = all[at - 1]?.endsWith('-}}') ?? false;
      const isTrimmedAfter = all[at + 1]?.startsWith('{{-') ?? false;
      const left = isTrimmedBefore ? token.trimStart() : token;
      return isTrimmedAfter ? left.trimEnd() : left;
    })
    .values();
  return renderUntilEnd(readBlock(tokens), { $: scope, '': scope });
}

type Scope = Record<string, unknown>;
type Node = string | { action: string; inside: Node[] | undefined };

/** The nodes up to the `end` of a block, or of the text. */
function readBlock(tokens: Iterator<string>): Node[] {
  const nodes: Node[] = [];
  for (let next = tokens.next(); !next.done; next = tokens.next()) {
    const token = next.value;
    if (!token.startsWith('{{')) {
      nodes.push(token);
      continue;
    }
    const action = token.replace(/^\{\{-?\s*/, '').replace(/\s*-?\}\}$/, '');
    if (action === 'end') return nodes;
    nodes.push({ action, inside: /^(range|if) /.test(action) ? readBlock(tokens) : undefined });
  }
  return nodes;
}

function renderUntilEnd(nodes: Node[], scope: Scope): string {
  return nodes.map((node) => (typeof node === 'string' ? node : renderAction(node, scope))).join('');
}

function renderAction({ action, inside }: Exclude<Node, string>, scope: Scope): string {
  if (inside === undefined) return String(pipeline(action, scope));
  const range = /^range (\$\w+), (\$\w+) := (.+)$/.exec(action);
  if (range !== null) {
    const [, key = '', value = '', source = ''] = range;
    const entries = Object.entries(pipeline(source, scope) as Record<string, unknown>);
    return entries
      .toSorted(([a], [b]) => (a < b ? -1 : 1)) // as Helm goes through a map
      .map(([name, item]) => renderUntilEnd(inside, { ...scope, [key]: name, [value]: item }))
      .join('');
  }
  const condition = /^if (.+)$/.exec(action)?.[1];
  if (condition === undefined) throw new Error(`the chart uses "${action}", which is not rendered here`);
  return pipeline(condition, scope) ? renderUntilEnd(inside, scope) : '';
}

const functions: Record<string, (...values: unknown[]) => unknown> = {
  quote: (value) => JSON.stringify(String(value)),
  toYaml: (value) => stringify(value, { lineWidth: 0 }).trimEnd(),
  nindent: (count, text) =>
    String(text)
      .replaceAll(/^/gm, ' '.repeat(Number(count)))
      .replace(/^/, '\n'),
  printf: (format, ...values) => String(format).replaceAll('%s', () => String(values.shift())),
  sha256sum: (text) => createHash('sha256').update(String(text)).digest('hex'),
};

function pipeline(text: string, scope: Scope): unknown {
  return text.split(' | ').reduce<unknown>((before, stage, at) => {
    const words = stage.match(/"[^"]*"|\S+/g) ?? [];
    const [name = '', ...rest] = words;
    const call = functions[name];
    if (call === undefined) {
      if (at === 0 && rest.length === 0) return valueOf(name, scope);
      throw new Error(`the chart uses the function "${name}", which is not rendered here`);
    }
    const values = rest.map((word) => valueOf(word, scope));
    return call(...values, ...(at === 0 ? [] : [before]));
  }, undefined);
}

function valueOf(word: string, scope: Scope): unknown {
  if (word.startsWith('"') || /^\d+$/.test(word)) return JSON.parse(word) as unknown;
  const [root = '', ...path] = word.split('.');
  if (!(root in scope)) throw new Error(`the chart uses "${word}", which is not rendered here`);
  return path.reduce<unknown>((from, name) => {
    const found = (from as Record<string, unknown> | undefined)?.[name];
    if (found === undefined) throw new Error(`the chart uses "${word}", which values.yaml does not have`);
    return found;
  }, scope[root]);
}
