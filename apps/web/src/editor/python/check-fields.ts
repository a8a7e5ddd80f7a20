import type { EditorFix, EditorProblem } from '../code-editor-props.ts';
import type { FieldIndex } from './event-fields.ts';
import type { PythonKnowledge, ReadText } from './knowledge.ts';
import type { FieldRead, PathSegment } from './read/field-reads.ts';

/** A problem at its offsets in the text. */
export interface LocalProblem extends Pick<EditorProblem, 'severity' | 'message' | 'fixes'> {
  from: number;
  to: number;
}

/** Fields that no schema of the rule's log types has, and reads that cannot get where they lead. */
export function fieldProblems(body: ReadText, { fields, unifiedNames }: PythonKnowledge): LocalProblem[] {
  // Without log types, or before their schemas are there, nothing can be said.
  if (fields.logTypes.length === 0) return [];
  return body.reads.flatMap((read) => {
    // A name may have been given another value in a way that reading alone does not show.
    if (read.isIndirect || read.segments.length === 0) return [];
    if (read.method === 'udm') return unifiedProblems(read, unifiedNames, fields);
    if (read.method === 'udm_path') return [];
    return pathProblems(read, fields);
  });
}

function pathProblems(read: FieldRead, fields: FieldIndex): LocalProblem[] {
  const names = read.segments.map(({ value }) => value);
  const verdict = fields.look([...read.base, ...names], { throughLists: read.method !== 'deep_get' });
  if (verdict.kind === 'known' || verdict.kind === 'open') return [];
  const segment = read.segments[verdict.at - read.base.length];
  // What is wrong before this read was said there.
  if (!segment || segment.value === '') return [];
  if (verdict.kind === 'in-list') return [listProblem(read, segment, verdict.list.name)];
  if (fields.keepsUnknownFields) {
    const message = `${segment.value} is not in this schema; field discovery keeps such fields when a source sends them`;
    return [
      { from: segment.from, to: segment.to, severity: 'info', message, fixes: renames(verdict.nearest) },
    ];
  }
  const nearest = verdict.nearest === undefined ? '' : `. Did you mean ${verdict.nearest}?`;
  const message = `${segment.value}: not in this schema; last seen: never${nearest}`;
  return [
    { from: segment.from, to: segment.to, severity: 'warning', message, fixes: renames(verdict.nearest) },
  ];
}

function renames(nearest: string | undefined): EditorFix[] {
  if (nearest === undefined) return [];
  return [{ label: `Change to ${nearest}`, edit: (_text, from, to) => [{ from, to, insert: nearest }] }];
}

function listProblem({ methodAt }: FieldRead, segment: PathSegment, list: string): LocalProblem {
  return {
    ...methodAt,
    severity: 'warning',
    message: `${list} is a list, and deep_get does not go into lists: ${segment.value} is never found`,
    fixes: [{ label: 'Change to deep_walk', edit: (_text, from, to) => [{ from, to, insert: 'deep_walk' }] }],
  };
}

function unifiedProblems(
  { segments }: FieldRead,
  unifiedNames: PythonKnowledge['unifiedNames'],
  fields: FieldIndex,
): LocalProblem[] {
  const segment = segments[0]!;
  if (segment.value === '') return [];
  const mapped = unifiedNames.filter(({ name }) => name === segment.value).map(({ logType }) => logType);
  // Without a mapping the event's own field of that name is read.
  const missing = fields.logTypes.filter((logType) => !mapped.includes(logType));
  const own = fields.look([segment.value], { throughLists: true });
  if (missing.length === 0 || own.kind === 'known') return [];
  const all = missing.length === fields.logTypes.length;
  const message = all
    ? `No data model of these log types maps ${segment.value}`
    : `${segment.value} is not mapped for ${missing.join(', ')}`;
  return [{ from: segment.from, to: segment.to, severity: all ? 'warning' : 'info', message, fixes: [] }];
}
