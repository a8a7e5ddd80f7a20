import { describe, expect, it } from 'vitest';
import { checkPython } from './check-python.ts';
import { knowledgeOf, okta, open, trail } from './testing.ts';

const knowledge = knowledgeOf(trail);
const messages = (text: string, known = knowledge) => checkPython(text, known).map(({ message }) => message);
/** The text after the first fix of its first problem. */
function mended(text: string): string {
  const [problem] = checkPython(text, knowledge);
  const lines = text.split('\n');
  const offset = (line: number, column: number) =>
    lines.slice(0, line - 1).reduce((sum, entry) => sum + entry.length + 1, 0) + column - 1;
  const from = offset(problem!.line, problem!.column);
  const edits = problem!.fixes![0]!.edit(text, from, offset(problem!.endLine, problem!.endColumn));
  return edits
    .toReversed()
    .reduce((now, edit) => now.slice(0, edit.from) + edit.insert + now.slice(edit.to), text);
}

describe('fields', () => {
  it('says of a field that no schema has that it was never seen, and names the nearest', () => {
    expect(messages('event.get("evntName")')).toEqual([
      'evntName: not in this schema; last seen: never. Did you mean eventName?',
    ]);
    expect(messages('event.get("eventname"), event["sourceIPAddress"]')).toEqual([]);
    expect(messages('event.deep_get("requestParameters", "x", "y")')).toEqual([]);
  });
  it('underlines exactly the name', () => {
    const [problem] = checkPython('x = 1\ny = event.deep_get("userIdentity", "nix")', knowledge);
    expect(problem).toMatchObject({ line: 2, column: 37, endLine: 2, endColumn: 40, severity: 'warning' });
  });
  it('says it once for a chain', () => {
    expect(messages('event.get("colour", {}).get("shade")')).toHaveLength(1);
  });
  it('accepts what any of several log types has', () => {
    expect(messages('event.get("actor") or event.get("eventName")', knowledgeOf(trail, okta))).toEqual([]);
  });
  it('only notes a field that discovery may have kept', () => {
    const [problem] = checkPython('event.get("new")', knowledgeOf(open));
    expect(problem?.severity).toBe('info');
    expect(problem?.message).toContain('field discovery');
  });
  it('says nothing before there are schemas', () => {
    expect(messages('event.get("x")', knowledgeOf())).toEqual([]);
  });
  it('warns when deep_get would have to go through a list', () => {
    expect(messages('event.deep_get("resources", "arn")')[0]).toContain('deep_get does not go into lists');
    expect(messages('event.deep_walk("resources", "arn")')).toEqual([]);
    expect(mended('event.deep_get("resources", "arn")')).toBe('event.deep_walk("resources", "arn")');
  });
  it('warns of unified names that no data model maps', () => {
    expect(messages('event.udm("source_ip")')).toEqual([]);
    expect(messages('event.udm("sauce")')).toEqual(['No data model of these log types maps sauce']);
    expect(messages('event.udm("user")', knowledgeOf(trail, okta))).toEqual([
      'user is not mapped for AWS.CloudTrail',
    ]);
  });
  it('mends a name by the nearest one', () => {
    expect(mended('event.get("evntName")')).toBe('event.get("eventName")');
  });
});

describe('imports', () => {
  it('warns of imports that nothing uses, and takes them out', () => {
    expect(messages('import json\nimport re\nre.search(1, 2)')).toEqual(['json is imported and never used']);
    expect(mended('import json\nx = 1\n')).toBe('x = 1\n');
    expect(mended('from re import search, match\nmatch(1)\n')).toBe('from re import match\nmatch(1)\n');
    expect(mended('from re import match, search\nmatch(1)\n')).toBe('from re import match\nmatch(1)\n');
    expect(messages('import json  # noqa\n')).toEqual([]);
  });
  it('warns of helpers that are used and not imported, and imports them', () => {
    expect(messages('actor(event)')).toEqual([
      'actor is used and not imported: from margay_aws import actor',
    ]);
    expect(mended('def title(event):\n    return actor(event)\n')).toBe(
      'from margay_aws import actor\n\n\ndef title(event):\n    return actor(event)\n',
    );
    expect(mended('from margay_aws import context\n\ncontext(event, a=actor(event))\n')).toBe(
      'from margay_aws import context, actor\n\ncontext(event, a=actor(event))\n',
    );
    expect(messages('def actor(x): pass\nactor(event)')).toEqual([]);
    expect(messages('json.dumps(1)')).toEqual(['json is used and not imported: import json']);
    expect(mended('"""Doc."""\n\njson.dumps(1)\n')).toBe('"""Doc."""\n\nimport json\n\njson.dumps(1)\n');
  });
  it('warns of a name that its helper does not have', () => {
    expect(messages('from margay_aws import nobody\nnobody()')).toEqual([
      'The helper margay_aws has no function nobody',
    ]);
  });
});
