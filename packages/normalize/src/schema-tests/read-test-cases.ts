import { messageOf } from '@margay/kit';
import { parseJson } from '@margay/schema';
import { parseAllDocuments } from 'yaml';
import type { SchemaTestCase, TestCaseFault, TestCases } from './test-case.ts';

type Mapping = Record<string, unknown>;

/** The cases below `x-tests` of a schema that was read. */
export function readEmbeddedTests(value: unknown): TestCases {
  if (value === undefined) return { cases: [], faults: [] };
  if (!Array.isArray(value))
    return { cases: [], faults: [{ name: 'x-tests', message: '"x-tests" must be a list.' }] };
  return sorted(value.map((item: unknown, index) => readCase(item, `x-tests[${index}]`, 'embedded')));
}

/** The cases of a test file: YAML documents with `name`, `logType`, `input` and `result` or `results`. */
export function readTestDocuments(text: string): TestCases {
  const documents = parseAllDocuments(text, { intAsBigInt: true });
  if (!Array.isArray(documents)) return { cases: [], faults: [] };
  return sorted(
    documents.map((document, index) => {
      const name = `document ${index + 1}`;
      const error = document.errors[0];
      if (error !== undefined) return { name, message: `This is not valid YAML: ${error.message}` };
      return readCase(plain(document.toJS()), name, 'file');
    }),
  );
}

/** True when the text is a test file and not a schema: its first document has the keys of a test. */
export function isTestFile(text: string): boolean {
  const documents = parseAllDocuments(text);
  const first: unknown = Array.isArray(documents) ? documents[0]?.toJS() : undefined;
  if (typeof first !== 'object' || first === null) return false;
  const keys = new Set(Object.keys(first).map((key) => key.toLowerCase()));
  return keys.has('input') && keys.has('logtype') && (keys.has('result') || keys.has('results'));
}

function sorted(items: readonly (SchemaTestCase | TestCaseFault)[]): TestCases {
  const cases: SchemaTestCase[] = [];
  const faults: TestCaseFault[] = [];
  for (const item of items) {
    if ('input' in item) cases.push(item);
    else faults.push(item);
  }
  return { cases, faults };
}

function readCase(value: unknown, place: string, where: 'embedded' | 'file'): SchemaTestCase | TestCaseFault {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return {
      name: place,
      message: 'A test must be a mapping with "name", "input" and "result", "results" or "error".',
    };
  }
  const entries = lowerKeys(value as Mapping); // checked: a mapping
  const name = typeof entries['name'] === 'string' ? entries['name'] : place;
  const input = entries['input'];
  if (typeof input !== 'string')
    return { name, message: '"input" must be text: the raw entry, usually after "|-".' };
  const logType = entries['logtype'];
  const base = { name, input, ...(typeof logType === 'string' ? { logType } : {}) };
  if (where === 'file' && typeof logType !== 'string') return { name, message: 'The test needs "logType".' };
  if (entries['error'] === true) return { ...base, expected: { kind: 'error' }, cut: 'whole' };
  try {
    if (entries['results'] !== undefined && entries['results'] !== null) {
      const list = entries['results'];
      if (!Array.isArray(list)) return { name, message: '"results" must be a list of rows.' };
      const rows = list.map((row: unknown) => rowOf(row, base.logType));
      return {
        ...base,
        expected: rows.length === 0 ? { kind: 'nothing' } : { kind: 'rows', rows },
        cut: 'lines',
      };
    }
    const result = entries['result'];
    if (result === undefined || result === null || result === '')
      return { ...base, expected: { kind: 'nothing' }, cut: 'whole' };
    return { ...base, expected: { kind: 'rows', rows: [rowOf(result, base.logType)] }, cut: 'whole' };
  } catch (cause) {
    return { name, message: messageOf(cause) };
  }
}

/** A row as a mapping, or as JSON text in which `{{.LogType}}` stands for the log type. */
function rowOf(value: unknown, logType: string | undefined): Mapping {
  const row = typeof value === 'string' ? parseJson(value.replaceAll('{{.LogType}}', logType ?? '')) : value;
  if (typeof row === 'object' && row !== null && !Array.isArray(row)) return row as Mapping; // checked
  throw new TypeError('The expected row must be a mapping, or text that holds a JSON object.');
}

function lowerKeys(value: Mapping): Mapping {
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key.toLowerCase(), item]));
}

/** Integers were read as bigint to keep large ones exact; the safe ones become numbers again. */
function plain(value: unknown): unknown {
  if (typeof value === 'bigint') return Number.isSafeInteger(Number(value)) ? Number(value) : value;
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, plain(item)]));
}
