import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { atCursor, flowKnowledge } from '../../../testing/flow-knowledge.ts';
import { typeText } from './column-types.ts';
import { hoverAt } from './hover.ts';
import { inlayHints } from './inlay-hints.ts';
import { resultColumns } from './result-columns.ts';
import { signatureHelpAt } from './signature-help.ts';

function hover(marked: string) {
  const { text, at } = atCursor(marked);
  const found = hoverAt(text, at, flowKnowledge);
  return found && { ...found, about: text.slice(found.start, found.end) };
}
function signature(marked: string) {
  const { text, at } = atCursor(marked);
  const found = signatureHelpAt(text, at, flowKnowledge);
  const param = found?.params[found.active ?? -1];
  return found && { label: found.label, param: param && found.label.slice(param.start, param.end) };
}
/** The text with its hints in brackets. */
function hinted(text: string): string {
  return inlayHints(text, flowKnowledge)
    .toReversed()
    .reduce((shown, hint) => `${shown.slice(0, hint.offset)}⟨${hint.text}⟩${shown.slice(hint.offset)}`, text);
}
const columns = (text: string) =>
  Object.fromEntries(resultColumns(text, flowKnowledge).map(({ name, type }) => [name, typeText(type)]));

describe('hover', () => {
  it('tells of columns and fields at their stage', () => {
    expect(hover('aws_alb | where client‸Ip == 1')).toMatchObject({
      kind: 'column',
      about: 'clientIp',
      title: 'clientIp: string',
      doc: 'From panther_logs.public.aws_alb',
    });
    expect(hover('aws_cloudtrail | where userIdentity.sessionContext.att‸empts == 1')).toMatchObject({
      about: 'userIdentity.sessionContext.attempts',
      title: 'userIdentity.sessionContext.attempts: int',
    });
    expect(hover('aws_cloudtrail | where user‸Identity.arn == 1')).toMatchObject({ about: 'userIdentity' });
    expect(hover('aws_alb | project a = elbStatusCode | sort a‸')).toMatchObject({ title: 'a: int' });
    expect(hover('aws_alb | project a = elbStatusCode | sort clientIp‸')).toBeUndefined();
  });
  it('tells of functions, also broken calls of them', () => {
    expect(hover('aws_alb | where str‸ings.contains(clientIp')).toMatchObject({
      kind: 'function',
      about: 'strings.contains',
    });
    expect(hover('aws_alb | where strings.cont‸ains(')?.title).toMatch(/^strings\.contains\(.*\) -> bool$/);
  });
  it('tells of tables, patterns and table variables', () => {
    expect(hover('panther_logs.public.aws_‸alb | limit 1')).toMatchObject({
      kind: 'table',
      about: 'panther_logs.public.aws_alb',
      title: 'panther_logs.public.aws_alb',
    });
    expect(hover('union panther_logs.pub‸lic.aws*, aws_alb')).toMatchObject({
      about: 'panther_logs.public.aws*',
      title: 'panther_logs.public.aws*: 2 tables',
    });
    const variable = hover('let t = aws_alb | project type; union t‸, aws_alb');
    expect(variable).toMatchObject({ title: 'let t: table', example: 'aws_alb | project type' });
    expect(variable?.columns?.map(({ name }) => name)).toEqual(['type']);
  });
  it('tells of variables, parameters, sides and operators', () => {
    expect(hover('let n = 5; aws_alb | where elbStatusCode == n‸')).toMatchObject({
      title: 'let n: int',
      example: '5',
    });
    expect(hover('aws_cloudtrail | extend a = arrays.map(resources, fn (x) { x.ar‸n })')).toMatchObject({
      title: 'x.arn: string',
    });
    expect(
      hover('aws_alb | join kind=inner b=(aws_cloudtrail) on $left.clientIp == $right.source‸IPAddress'),
    ).toMatchObject({
      title: '$right.sourceIPAddress: string',
    });
    expect(hover('aws_alb | wh‸ere true')).toMatchObject({ kind: 'operator', title: 'where condition' });
  });
  it('is silent in comments, texts and empty space', () => {
    for (const text of [
      'aws_alb // aws‸_alb',
      "aws_alb | where type == 'cli‸entIp'",
      'aws_alb  ‸ | limit 1',
      '‸',
    ])
      expect(hover(text)).toBeUndefined();
  });
});

describe('signature help', () => {
  it('follows the arguments', () => {
    expect(signature('aws_alb | where strings.contains(‸')?.param).toMatch(/: string$/);
    const parameters = ['time.diff(‸', "time.diff('m', ‸", "time.diff('m', a, b‸)"].map(
      (call) => signature(`aws_alb | where ${call}`)?.param,
    );
    expect(new Set(parameters).size).toBe(3);
    expect(signature('aws_alb | where strings.cat(a, b, c, ‸')?.param).toMatch(/\.\.\.$/);
    expect(signature('aws_alb | where time.now(a, ‸')?.param).toBeUndefined();
  });
  it('is that of the innermost call, through brackets', () => {
    expect(signature('aws_alb | where coalesce(strings.lower(‸')?.label).toMatch(/^strings\.lower/);
    expect(signature('aws_alb | where arrays.overlap(p_any_usernames, [a, ‸')?.label).toMatch(
      /^arrays\.overlap/,
    );
    expect(signature('aws_alb | where strings.lower(a) == ‸')).toBeUndefined();
    expect(signature('aws_alb | where (a, ‸')).toBeUndefined();
  });
});

describe('inlay hints', () => {
  it('name parameters of calls with several arguments', () => {
    expect(
      hinted("aws_alb | where strings.starts_with(clientIp, 'a') and strings.lower(type) == 'b'"),
    ).toMatch(/starts_with\(⟨\w+:⟩clientIp, ⟨\w+:⟩'a'\) and strings\.lower\(type\)/);
    expect(hinted("aws_alb | extend a = strings.cat(type, 'b')")).not.toContain('⟨');
  });
  it('tell types of variables', () => {
    expect(hinted("let n = 5; let l = ['a']; let t = aws_alb | limit n; let u = aws_alb; t")).toBe(
      "let n⟨: int⟩ = 5; let l⟨: [string]⟩ = ['a']; let t⟨: table⟩ = aws_alb | limit n; let u⟨: table⟩ = aws_alb; t",
    );
  });
});

describe('columns of the result', () => {
  it('have the types of what makes them', () => {
    expect(
      columns(`aws_cloudtrail | project a = count + 1, b = count / 2, c = p_event_time - 1d,
        d = p_event_time - p_parse_time, e = not readOnly, f = [1, 2.5], g = {'h': eventName},
        i = coalesce(null, eventName), j = case(readOnly, 1, 2), k = toscalar(aws_alb | project clientIp),
        l = arrays.map([1], fn (x) { x / 2 }), m = requestParameters.a.b, n = resources[0].arn, o = if(true, 1d)`),
    ).toEqual({
      a: 'int',
      b: 'double',
      c: 'timestamp',
      d: 'timespan',
      e: 'bool',
      f: '[double]',
      g: 'object',
      i: 'string',
      j: 'int',
      k: 'string',
      l: '[double]',
      m: 'any',
      n: 'string',
      o: 'timespan',
    });
  });
  it('are those of all tables of a union, with a common type', () => {
    const united = columns('union panther_logs.public.aws*');
    expect(united).toMatchObject({
      clientIp: 'string',
      eventName: 'string',
      count: 'any',
      userIdentity: 'any',
    });
    expect(columns("union (datatable [{'a': 1}]), (datatable [{'a': 2.5, 'b': 'x'}])")).toEqual({
      a: 'double',
      b: 'string',
    });
  });
  it('get their names by the rules of the language', () => {
    expect(
      Object.keys(
        columns(
          "aws_cloudtrail | project eventName, userIdentity.arn, resources[0].arn, 1 + 1, eventName, requestParameters['b c']",
        ),
      ),
    ).toEqual([
      'eventName',
      'userIdentity.arn',
      'resources.0.arn',
      'column4',
      'eventName_1',
      'requestParameters.b c',
    ]);
    expect(
      Object.keys(columns('aws_cloudtrail | summarize agg.count(), agg.max(userIdentity.arn) by readOnly')),
    ).toEqual(['readOnly', 'count_', 'max_userIdentity_arn']);
  });
  it('survive broken stages and unknown names', () => {
    expect(columns('aws_alb | wher x | project clientIp, nope')).toEqual({ clientIp: 'string', nope: 'any' });
    expect(columns('nope | where (')).toEqual({});
    expect(columns('let a = a; a')).toEqual({});
  });
});

describe('any text', () => {
  const pieces = fc.constantFrom(
    ...'| ; , . ( ) [ ] { } == = let where project extend by join kind=inner on union aws_alb arn $left fn strings.contains( toscalar( 1 2d'.split(
      ' ',
    ),
    "'",
    '`',
    '\n',
    '//',
  );
  it('gets answers without a throw (property)', () => {
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 25 }), fc.nat(), (parts, seed) => {
        const text = parts.join(' ');
        const at = seed % (text.length + 1);
        const shown = hoverAt(text, at, flowKnowledge);
        if (shown) expect(shown.start <= at && at <= shown.end).toBe(true);
        signatureHelpAt(text, at, flowKnowledge);
        for (const { offset } of inlayHints(text, flowKnowledge))
          expect(offset).toBeLessThanOrEqual(text.length);
        resultColumns(text, flowKnowledge);
      }),
      { numRuns: 400 },
    );
  });
});
