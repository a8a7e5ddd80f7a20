import { refuse } from '../../diagnostics.ts';
import { overflowName } from '../../ir/typing.ts';
import type { FlowExpression, FlowName, FlowNamed } from './ast.ts';

/** Names of the columns an operator makes, in order. `columns`: those that are there already. */
export function namesOf(items: readonly FlowNamed[], offset = 0): string[] {
  const taken = new Set<string>();
  for (const { name, value } of items) {
    const own = name ?? columnName(value);
    if (!own) continue;
    checkName(own);
    if (taken.has(own.text)) refuseDuplicate(own);
    taken.add(own.text);
  }
  return items.map(({ name, value }, index) => {
    const own = name ?? columnName(value);
    return own ? own.text : unused(madeName(value, offset + index), taken);
  });
}

function refuseDuplicate({ text, span }: FlowName): never {
  return refuse(
    span,
    'sem.duplicate_column',
    `There are two columns named "${text.slice(0, 60)}".`,
    'Give one of them another name.',
  );
}

/** The bare star stands for the fields no schema covers. */
export function checkName({ text, span }: FlowName): void {
  if (text === overflowName || text === '')
    refuse(span, 'value.invalid', `A column cannot be named "${text}".`);
}

function columnName(value: FlowExpression): FlowName | undefined {
  return value.kind === 'variable' && !/^\$(?:left|right)$/.test(value.name)
    ? { text: value.name, span: value.span }
    : undefined;
}

function unused(name: string, taken: Set<string>): string {
  let free = name;
  for (let count = 1; taken.has(free); count++) free = `${name}_${count}`;
  taken.add(free);
  return free;
}

/** A path: the dotted text. An aggregate: its name and its argument's. Anything else: its place. */
function madeName(value: FlowExpression, index: number): string {
  const path = pathText(value);
  if (path !== undefined) return path;
  if (value.kind === 'call' && value.name.startsWith('agg.')) {
    const [first] = value.args;
    const of = (first && pathText(first))?.replaceAll('.', '_') ?? '';
    return `${value.name.slice('agg.'.length)}_${of}`;
  }
  return `column${index + 1}`;
}

function pathText(value: FlowExpression): string | undefined {
  if (value.kind === 'variable') return value.name;
  if (value.kind === 'member') {
    const base = pathText(value.base);
    return base === undefined ? undefined : `${base}.${value.key.text}`;
  }
  if (value.kind !== 'index' || value.index.kind !== 'literal') return undefined;
  const base = pathText(value.base);
  return base === undefined ? undefined : `${base}.${String(value.index.value)}`;
}
