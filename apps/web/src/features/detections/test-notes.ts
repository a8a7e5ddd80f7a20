import type { EditorNote } from '../../editor/code-editor-props.ts';
import { lineOfFunction } from '../../editor/python/alert-functions.ts';
import type { FunctionOutput, TestRecord } from './queries.ts';
import { functionLabel, lineOfTraceback, readableOutput } from '../../editor/unit-tests/test-outcome.ts';

const longest = 72;

/** What each function of the body answered in a test, at the line it is defined on, and errors where they were raised. */
export function testNotes(record: TestRecord, body: string, ruleId: string): EditorNote[] {
  return record.functions.flatMap((entry) => notesOf(entry, record, body, ruleId));
}

function notesOf(entry: FunctionOutput, record: TestRecord, body: string, ruleId: string): EditorNote[] {
  const name = functionLabel(entry.name);
  const line = lineOfFunction(body, name);
  if (entry.error === null) {
    if (line === undefined) return [];
    const output = readableOutput(entry.name, entry.output);
    const isWrong = name === 'rule' && record.actualResult !== record.expectedResult;
    const label = `${name} returned ${output} in ${record.name}`;
    return [{ line, tone: isWrong ? 'bad' : 'good', label, text: shortened(output) }];
  }
  const label = `${name} raised ${entry.error} in ${record.name}`;
  const raisedAt = lineOfTraceback(entry.traceback, ruleId) ?? line;
  const isElsewhere = line !== undefined && raisedAt !== line;
  return [
    ...(isElsewhere ? [{ line, tone: 'bad' as const, label, text: '' }] : []),
    ...(raisedAt === undefined
      ? []
      : [{ line: raisedAt, tone: 'bad' as const, label, text: shortened(entry.error) }]),
  ];
}

function shortened(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  return line.length > longest ? `${line.slice(0, longest - 1)}…` : line;
}
