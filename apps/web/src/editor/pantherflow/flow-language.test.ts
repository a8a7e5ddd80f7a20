import { CompletionContext } from '@codemirror/autocomplete';
import { EditorState } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { LakeDatabase } from '../../lib/data-lake/queries.ts';
import { fieldValues, type FieldValues } from '../field-values.ts';
import { flowCatalog } from './flow-catalog.ts';
import { flowCompletion, insertion, opensByItself } from './flow-completion.ts';
import * as engine from './flow-engine.ts';
import { flowLanguageParts } from './flow-language.ts';
import { flowProblems } from './flow-problems.ts';
import { flowRoles } from './flow-roles.ts';

const column = (name: string, type: string, fields: [string, string][] = []) => ({
  name,
  type,
  fields: fields.map(([path, kind]) => ({ path, type: kind })),
});
const databases: LakeDatabase[] = [
  {
    name: 'panther_logs',
    displayName: 'Logs',
    tables: [
      {
        name: 'aws_cloudtrail',
        databaseName: 'panther_logs',
        displayName: 'AWS.CloudTrail',
        description: null,
        logType: 'AWS.CloudTrail',
        groupedBy: [],
        columns: [
          column('p_event_time', 'timestamp'),
          column('eventName', 'string'),
          column('requestParameters', 'json'),
          column('resources', 'array<object>'),
          column('userIdentity', 'object', [
            ['userIdentity.arn', 'string'],
            ['userIdentity.session', 'object'],
            ['userIdentity.session.attempts', 'int'],
            ['userIdentity.tags', 'array<string>'],
          ]),
        ],
      },
    ],
  },
];
const catalog = flowCatalog(databases);
const noFieldValues = fieldValues(() => Promise.resolve([]));
const knowledge = { catalog, functions: engine.flowFunctions };

/** The list at `‸`; null when none opens. */
async function complete(marked: string, values: FieldValues = noFieldValues, explicit = false) {
  const pos = marked.indexOf('‸');
  const state = EditorState.create({ doc: marked.replace('‸', '') });
  const source = flowCompletion(
    engine,
    () => knowledge,
    () => values,
  );
  return source(new CompletionContext(state, pos, explicit));
}
const labels = async (marked: string, values?: FieldValues) =>
  (await complete(marked, values))?.options.map(({ label }) => label);

describe('catalog of the editor', () => {
  it('knows columns and the fields inside of them', () => {
    const problems = flowProblems(
      engine,
      `aws_cloudtrail | where p_event_time > time.ago(1d) and userIdentity.session.attempts > 2
        and requestParameters.any.thing == 'x' and resources[0].arn == 'y' and arrays.len(userIdentity.tags) > 1`,
      catalog,
      { databases: [], tables: [] },
    );
    expect(problems).toEqual([]);
    expect(catalog.find('PANTHER_LOGS', 'AWS_CloudTrail')?.columns[4]?.type).toEqual({
      kind: 'object',
      fields: [
        { name: 'arn', type: { kind: 'string' } },
        { name: 'session', type: { kind: 'object', fields: [{ name: 'attempts', type: { kind: 'int' } }] } },
        { name: 'tags', type: { kind: 'array', element: { kind: 'string' } } },
      ],
    });
  });

  it('tells what is wrong, with its place', () => {
    const check = (text: string) => flowProblems(engine, text, catalog, { databases: [], tables: [] });
    expect(check('nope | limit 1')).toMatchObject([{ severity: 'error', line: 1, column: 1, endColumn: 5 }]);
    expect(check('| where eventNam == 1')).toMatchObject([{ severity: 'warning', line: 1, column: 9 }]);
    expect(check('| limit 1')).toEqual([]);
    expect(check('  ')).toEqual([]);
  });
});

describe('completion', () => {
  it('[001-2.150] offers tables, stages, columns and functions', async () => {
    expect(await labels('aws‸')).toEqual(['aws_cloudtrail']);
    expect((await labels('aws_cloudtrail | ‸'))?.slice(0, 3)).toEqual(['where', 'project', 'extend']);
    expect(await labels('aws_cloudtrail | where ev‸')).toContain('eventName');
    expect(await labels('aws_cloudtrail | where userIdentity.‸')).toEqual(
      expect.arrayContaining(['arn', 'session']),
    );
    expect(await complete('aws_cloudtrail | where strings.con‸')).toMatchObject({ from: 31, filter: false });
  });

  it('stays closed in comments, at the start of lines and behind whole words', async () => {
    for (const text of ['// aws‸', 'aws_cloudtrail\n‸', 'aws_cloudtrail | where eventName ‸', '‸'])
      expect(await labels(text)).toBeUndefined();
    expect((await complete('‸', undefined, true))?.options.length).toBeGreaterThan(0);
    expect(opensByItself('a | sort x by ', 14, 14)).toBe(true);
  });

  it('offers values of a field as soon as the server said them', async () => {
    const read = vi.fn(() => Promise.resolve([{ value: 'PutObject', count: 7 }]));
    const values = fieldValues(read);
    expect(await labels("aws_cloudtrail | where eventName == '‸", values)).toEqual(['PutObject']);
    expect(await labels("aws_cloudtrail | where eventName == 'Pu‸", values)).toEqual(['PutObject']);
    expect(read).toHaveBeenCalledExactlyOnceWith(
      'eventName',
      { databases: ['panther_logs'], tables: ['aws_cloudtrail'] },
      expect.any(AbortSignal),
    );
    await labels("| where eventName == '‸", values);
    expect(read, 'the form says the tables').toHaveBeenLastCalledWith(
      'eventName',
      undefined,
      expect.any(AbortSignal),
    );
    const broken = fieldValues(() => Promise.reject(new Error('no search')));
    expect(await broken.load('eventName', undefined)).toEqual([]);
    expect(broken.known('eventName', undefined)).toBeUndefined();
  });

  it('puts the cursor where typing goes on', () => {
    expect(insertion({ kind: 'function', insert: 'cat(', snippet: 'cat(${part})' })).toEqual({
      text: 'cat()',
      cursor: 4,
    });
    expect(insertion({ kind: 'keyword', insert: 'in []', snippet: 'in [${value}]' })).toEqual({
      text: 'in []',
      cursor: 4,
    });
    expect(insertion({ kind: 'operator', insert: 'extend ', snippet: 'extend ${name} = ${value}' })).toEqual({
      text: 'extend ',
      cursor: 7,
    });
  });
});

describe('colours', () => {
  const roles = (text: string) =>
    Object.fromEntries(
      flowRoles(engine.tokenizeFlow(text)).map(({ from, to, role }) => [text.slice(from, to), role]),
    );
  it('come from the words of the language', () => {
    expect(
      roles(
        "let n = 5; union aws // c\n| where strings.len(a) > 2d and a.in == 'x' | summarize k = agg.count() by b",
      ),
    ).toMatchObject({
      let: 'keyword',
      n: 'property',
      5: 'number',
      union: 'keyword',
      '// c': 'comment',
      where: 'keyword',
      strings: 'namespace',
      len: 'function',
      '2d': 'number',
      and: 'keyword',
      "'x'": 'string',
      summarize: 'keyword',
      k: 'property',
      by: 'keyword',
      '|': 'operator',
    });
    expect(roles('a | where b.in == 1')).not.toHaveProperty('in');
  });
});

describe('editor', () => {
  const views: EditorView[] = [];
  afterEach(() => {
    for (const view of views.splice(0)) view.destroy();
  });
  function open(doc: string, showsHints = true) {
    const keys = { onRun: vi.fn(), onRunSelection: vi.fn() };
    const around = () => ({ catalog, callerColumns: [], values: noFieldValues });
    const view = new EditorView({
      parent: document.body,
      state: EditorState.create({ doc, extensions: flowLanguageParts(engine, around, keys, { showsHints }) }),
    });
    views.push(view);
    const press = (key: string, mods: KeyboardEventInit) =>
      view.contentDOM.dispatchEvent(
        new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...mods }),
      );
    return { view, keys, press };
  }
  const hints = () => [...document.querySelectorAll('.cm-inlayHint')].map((hint) => hint.textContent);

  it('[001-2.150] shows hints in the text when they are wanted', () => {
    open('let n = 5; aws_cloudtrail | where strings.starts_with(eventName, n)');
    expect(hints()[0]).toBe(': int');
    expect(hints().length).toBeGreaterThan(1);
    for (const view of views.splice(0)) view.destroy();
    open('let n = 5; aws_cloudtrail', false);
    expect(hints()).toEqual([]);
  });

  it('[001-2.150] shows the signature while arguments are typed', () => {
    const { view, press } = open('aws_cloudtrail | where strings.contains');
    const at = view.state.doc.length;
    view.dispatch({ changes: { from: at, insert: '(' }, selection: { anchor: at + 1 } });
    expect(document.querySelector('.cm-notice b')?.textContent).toMatch(/: string$/);
    press('Escape', {});
    expect(document.querySelector('.cm-notice')).toBeNull();
  });

  it('runs and formats by keyboard', () => {
    const { view, keys, press } = open('aws_cloudtrail|limit    5');
    press('Enter', { ctrlKey: true });
    expect(keys.onRun).toHaveBeenCalledOnce();
    press('F', { shiftKey: true, altKey: true, keyCode: 70 });
    expect(view.state.doc.toString()).toBe('aws_cloudtrail\n| limit 5');
  });
});
