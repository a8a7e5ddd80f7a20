import { eventMethod, signatureOf } from './event-methods.ts';
import { fieldAt } from './field-at.ts';
import { typeText } from './field-text.ts';
import type { PythonKnowledge, ReadText } from './knowledge.ts';

/** What is known about a word of the code. */
export interface Description {
  from: number;
  to: number;
  /** In the letters of code. */
  head: string;
  lines: readonly string[];
}

/** What stands at a place: a field, a method of the event, a function or module that was imported. */
export function describeAt(
  body: ReadText,
  position: number,
  knowledge: PythonKnowledge,
): Description | undefined {
  return (
    describeField(body, position, knowledge) ??
    describeMethod(body, position) ??
    describeImported(body, position, knowledge)
  );
}

function describeField(body: ReadText, position: number, { fields, unifiedNames }: PythonKnowledge) {
  const place = fieldAt(body, position);
  if (!place || place.segment.value === '') return undefined;
  const { from, to, value } = place.segment;
  if (place.read.method.startsWith('udm')) {
    const sources = unifiedNames.filter(({ name }) => name === value);
    if (sources.length > 0)
      return { from, to, head: value, lines: sources.map(({ logType, source }) => `${logType}: ${source}`) };
  }
  const verdict = fields.look([...place.path, value], { throughLists: true });
  if (verdict.kind !== 'known') return undefined;
  const { node } = verdict;
  const where = node.isCommon ? fields.logTypes.join(', ') : `Only ${node.logTypes.join(', ')}`;
  return {
    from,
    to,
    head: `${node.path.join('.')}: ${typeText(node)}`,
    lines: [node.description, where, node.isDiscovered ? 'Found by field discovery' : ''].filter(Boolean),
  };
}

function describeMethod({ calls }: ReadText, position: number) {
  const call = calls.find(({ methodAt }) => methodAt.from <= position && position <= methodAt.to);
  const method = call && eventMethod(call.method);
  return method && { ...call.methodAt, head: signatureOf(method), lines: [method.does] };
}

function describeImported({ tokens, outline }: ReadText, position: number, { modules }: PythonKnowledge) {
  const at = tokens.findIndex(({ kind, from, to }) => kind === 'name' && from <= position && position <= to);
  const token = tokens[at];
  if (!token) return undefined;
  const owner = tokens[at - 1]?.text === '.' ? tokens[at - 2]?.text : undefined;
  const found = functionNamed({ outline }, modules, owner, token.text);
  if (found) {
    const lines = [found.entry.doc, `From ${found.module}`].filter(Boolean);
    return { from: token.from, to: token.to, head: `${found.entry.name}${found.entry.signature}`, lines };
  }
  const module = modules.find(({ name }) => name === token.text);
  if (!module || owner !== undefined || !outline.imports.some((entry) => entry.module === module.name))
    return undefined;
  return { from: token.from, to: token.to, head: module.name, lines: [module.doc].filter(Boolean) };
}

/** The function a name stands for: imported by itself, or behind the name of its module. */
export function functionNamed(
  { outline }: Pick<ReadText, 'outline'>,
  modules: PythonKnowledge['modules'],
  owner: string | undefined,
  name: string,
) {
  for (const statement of outline.imports) {
    for (const imported of statement.names) {
      const isOwn = owner === undefined && imported.name !== undefined && imported.local === name;
      const isMember = owner !== undefined && imported.name === undefined && imported.local === owner;
      if (!isOwn && !isMember) continue;
      const module = modules.find((entry) => entry.name === statement.module);
      const entry = module?.functions.find((known) => known.name === (isOwn ? imported.name : name));
      if (module && entry) return { module: module.name, entry };
    }
  }
  return undefined;
}
