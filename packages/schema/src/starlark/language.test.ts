import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { loadScript } from './script.ts';

const limits = { steps: 5_000_000, bytes: 64_000_000, milliseconds: 60_000 };
const textOf = (name: string) => readFileSync(join(import.meta.dirname, name), 'utf8');

/** What the function `parse` of the source returns, as `repr` prints it, or the fault. */
function resultOf(source: string): string {
  const renamed = source.replace(/^def parse\(log\):/m, 'def case(log):');
  const { script, faults } = loadScript(`${renamed}\ndef parse(log):\n  return {"r": repr(case(log))}\n`);
  if (script === undefined) return `error: ${faults[0]!.line}:${faults[0]!.column} ${faults[0]!.message}`;
  const outcome = script.run('x', limits);
  if (outcome.kind === 'event') return String(outcome.event['r']);
  return `error: ${outcome.line}:${outcome.column} ${outcome.message}`;
}

const expressions = textOf('expressions.cases.txt')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('# '))
  .map((line) => {
    const at = line.lastIndexOf(' ==> ');
    return { expression: line.slice(0, at), expected: line.slice(at + 5) };
  });

const statements = textOf('statements.cases.txt')
  .split(/^--- /m)
  .slice(1)
  .map((block) => {
    const [head = '', expected = ''] = block.split(/^==> /m);
    const [name = '', ...lines] = head.trimEnd().split('\n');
    const body = lines.join('\n');
    const isWhole = /^def parse/m.test(body);
    return {
      name,
      source: isWhole ? `${body}\n` : `def parse(log):\n${lines.map((line) => `  ${line}`).join('\n')}\n`,
      expected: expected.trim(),
    };
  });

describe('the language', () => {
  it.each(expressions)('$expression', ({ expression, expected }) => {
    expect(resultOf(`def parse(log):\n  return ${expression}\n`)).toBe(expected);
  });

  it.each(statements)('$name', ({ source, expected }) => {
    expect(resultOf(source)).toBe(expected);
  });
});
