import { CompletionContext } from '@codemirror/autocomplete';
import type { CompletionSource } from '@codemirror/autocomplete';
import { EditorState } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { describe, expect, it } from 'vitest';
import { completeFunction, completeImport, completeMethod } from './complete-code.ts';
import { completeField } from './complete-fields.ts';
import { describeAt } from './describe.ts';
import { pythonKnowledge } from './document.ts';
import { createKnowledge, readPython } from './knowledge.ts';
import { signatureAt } from './signature-help.ts';
import { atCursor, knowledgeOf, okta, trail } from './testing.ts';

const both = knowledgeOf(trail, okta);

function complete(source: CompletionSource, marked: string, knowledge = both) {
  const { text, at } = atCursor(marked);
  const state = EditorState.create({ doc: text, extensions: pythonKnowledge.of(knowledge) });
  const result = source(new CompletionContext(state, at, false));
  if (result instanceof Promise) throw new Error('the answer is not there at once');
  return { result, state };
}
const labels = (source: CompletionSource, marked: string, knowledge = both) =>
  complete(source, marked, knowledge).result?.options.map(({ label }) => label) ?? [];

/** The text after an option was chosen, with `§` at the cursor. */
function chosen(source: CompletionSource, marked: string, label: string): string {
  const { result, state } = complete(source, marked);
  const option = result?.options.find((entry) => entry.label === label);
  const view = new EditorView({ state });
  if (!result || typeof option?.apply !== 'function') throw new Error(`${label} is not offered`);
  option.apply(view, option, result.from, atCursor(marked).at);
  const { head } = view.state.selection.main;
  const text = view.state.doc.toString();
  return `${text.slice(0, head)}§${text.slice(head)}`;
}

describe('completion of fields', () => {
  it('offers fields in every way to read one, common ones first', () => {
    for (const text of [
      'event.get("§")',
      "event['§']",
      'event.get("§',
      'deep_get(event, "§")',
      'f"{event.get(\'§\')}"',
    ])
      expect(labels(completeField, text).slice(0, 3)).toEqual(['p_log_type', 'actor', 'eventName']);
  });
  it('offers what is inside the fields before', () => {
    expect(labels(completeField, 'event.deep_get("userIdentity", "§")')).toEqual(['type', 'userName']);
    expect(labels(completeField, 'event.get("userIdentity", {}).get("§")')).toEqual(['type', 'userName']);
    expect(labels(completeField, 'who = event.get("actor")\nwho["§"]')).toEqual(['alternateId']);
    expect(labels(completeField, 'event.deep_walk("resources", "§")')).toEqual(['arn']);
  });
  it('offers nested paths to deep_get and spells them as its arguments', () => {
    expect(labels(completeField, 'event.deep_get("§")')).toContain('userIdentity.type');
    expect(chosen(completeField, 'event.deep_get("ty§")', 'userIdentity.type')).toBe(
      'event.deep_get("userIdentity", "type"§)',
    );
    expect(chosen(completeField, "event.get('ev§')", 'eventName')).toBe("event.get('eventName'§)");
  });
  it('says type, and log type where not all have the field', () => {
    const options = complete(completeField, 'event.get("§")').result?.options ?? [];
    const of = (name: string) => options.find(({ label }) => label === name);
    expect(of('p_log_type')?.detail).toBe('string');
    expect(of('sourceIPAddress')).toMatchObject({
      detail: 'string · AWS.CloudTrail',
      info: 'Address of the caller',
    });
    expect(of('resources')?.detail).toBe('array of object · AWS.CloudTrail');
  });
  it('offers unified names to udm', () => {
    expect(labels(completeField, 'event.udm("§")')).toEqual(['source_ip', 'user']);
  });
  it('offers nothing in other strings and in comments', () => {
    for (const text of ['x = "§"', '# event.get("§")', 'other.get("§")'])
      expect(complete(completeField, text).result).toBeNull();
  });
});

describe('completion of code', () => {
  it('offers the methods of events, and to a part of one those it has', () => {
    expect(labels(completeMethod, 'event.§')).toContain('udm');
    expect(labels(completeMethod, 'event.get("a").§')).toContain('deep_get');
    expect(labels(completeMethod, 'event.get("a").§')).not.toContain('udm');
    expect(labels(completeMethod, 'other.§')).toEqual([]);
    expect(labels(completeMethod, '# event.§')).toEqual([]);
  });
  it('offers modules, and what a module has', () => {
    expect(labels(completeImport, 'from §')).toContain('margay_aws');
    expect(labels(completeImport, 'import §')).toContain('ipaddress');
    expect(labels(completeImport, 'from margay_aws import §')).toEqual(['actor', 'context']);
    expect(labels(completeImport, 'from margay_aws import actor, §')).toEqual(['actor', 'context']);
    expect(labels(completeFunction, 'import margay_aws as m\nm.§')).toEqual(['actor', 'context']);
    expect(labels(completeFunction, 'import json\njson.§')).toContain('loads');
  });
  it('imports a function of a helper as it is chosen', () => {
    expect(chosen(completeFunction, 'def title(event):\n    return act§', 'actor')).toBe(
      'from margay_aws import actor\n\n\ndef title(event):\n    return actor§',
    );
  });
});

describe('describeAt', () => {
  const of = (marked: string) => {
    const { text, at } = atCursor(marked);
    return describeAt(readPython(text), at, both);
  };
  it('says what a field is and where it is from', () => {
    expect(of('event.get("source§IPAddress")')).toMatchObject({
      head: 'sourceIPAddress: string',
      lines: ['Address of the caller', 'Only AWS.CloudTrail'],
    });
    expect(of('event.udm("source§_ip")')?.lines).toEqual([
      'AWS.CloudTrail: sourceIPAddress',
      'Okta.SystemLog: client.ipAddress',
    ]);
  });
  it('says what a method and an imported function are', () => {
    expect(of('event.deep§_get("a")')?.head).toBe('deep_get(*keys, default=None) → value');
    expect(of('from margay_aws import actor\nac§tor(event)')).toMatchObject({
      head: 'actor(event)',
      lines: ['Who did it.', 'From margay_aws'],
    });
    expect(of('other.ge§t("a")')).toBeUndefined();
  });
});

describe('signatureAt', () => {
  const of = (marked: string) => {
    const { text, at } = atCursor(marked);
    const found = signatureAt(readPython(text), at, both);
    return found && `${found.name} ${found.parameters[found.active] ?? '-'}`;
  };
  it('marks the argument that is being typed', () => {
    expect(of('event.get(§)')).toBe('get key');
    expect(of('event.get("a§")')).toBe('get key');
    expect(of('event.get("a", §)')).toBe('get default=None');
    expect(of('event.deep_get("a", "b", "§')).toBe('deep_get *keys');
    expect(of('event.deep_get("a", default=§)')).toBe('deep_get default=None');
    expect(of('event.get(("a", §')).toBe('get key');
    expect(of('f"{event.get(\'a\', §)}"')).toBe('get default=None');
    expect(of('from margay_aws import context\ncontext(event, a=1, §)')).toBe('context **more');
  });
  it('is silent outside of a call it knows', () => {
    for (const text of [
      'event.get("a")§',
      'foo(§',
      'event.get(foo(§',
      'event.get("a"\ndef rule(event):\n    §',
    ])
      expect(of(text)).toBeUndefined();
  });
});

it('completes in a rule of 300 lines over 500 fields; prints how long that takes', () => {
  const columns = Array.from({ length: 500 }, (_none, at) => ({
    path: at % 5 === 0 ? [`object${at}`] : [`object${at - (at % 5)}`, `column_${at}`],
    type: at % 5 === 0 ? 'object' : 'string',
    description: 'A column',
    isDiscovered: false,
  }));
  const shapes = ['A.One', 'B.Two'].map((logType) => ({
    logType,
    keepsUnknownFields: false,
    fields: columns,
  }));
  const large = createKnowledge({ shapes, unifiedNames: [], helpers: [] });
  const block =
    'def f(event):\n    """Doc."""\n    x = f"{event.get(\'object5\')} {event["object10"]}"  # why\n    return x\n\n';
  const before = block.repeat(59);
  const times: number[] = [];
  for (let run = 0; run < 200; run += 1) {
    // Another text each time, as while typing: nothing read before can be used again.
    const text = `${before}def rule(event):\n    return event.deep_get("o${'x'.repeat(run % 7)}${run}§")\n`;
    const start = performance.now();
    const { result } = complete(completeField, text, large);
    times.push(performance.now() - start);
    expect(result?.options.length).toBeGreaterThan(499);
  }
  times.sort((a, b) => a - b);
  const at = (share: number) => times[Math.floor(times.length * share)]!.toFixed(2);
  console.log(
    `completion, 500 fields, 300 lines: p50 ${at(0.5)} ms, p95 ${at(0.95)} ms, slowest ${at(0.999)} ms`,
  );
});
