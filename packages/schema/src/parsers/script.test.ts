import { describe, expect, it } from 'vitest';
import { faultsOf, parseLines } from './testing.ts';

const script = (...lines: string[]) => `script: { function: ${JSON.stringify(lines.join('\n'))} }`;

describe('script parser', () => {
  it("[002-5.64] must define 'def parse(log):'", () => {
    expect(faultsOf('script: { function: "def parse(log):\\n  return json.decode(log)" }')).toEqual([]);
    for (const source of [
      'def other(log):\\n  return {}',
      'def parse(line):\\n  return {}',
      'parse = lambda log: {}',
    ])
      expect(faultsOf(`script: { function: "${source}" }`)[0]).toContain('def parse(log):');
    expect(faultsOf('script: {}')[0]).toContain('def parse(log):');
    expect(faultsOf('script: { function: 5 }')[0]).toContain('must be text');
  });

  it('tells every fault of the source with its place', () => {
    const faults = faultsOf(
      script('def parse(log):', '  x = = 1', '  return nothing', 'while True: pass', 'load("x", "y")'),
    );
    expect(faults.map((fault) => /^Line \d+, column \d+/.exec(fault)?.[0])).toEqual([
      'Line 2, column 7',
      'Line 3, column 10',
      'Line 4, column 1',
      'Line 4, column 7',
      'Line 5, column 1',
    ]);
  });

  it('tells what goes wrong while the script is loaded', () => {
    expect(faultsOf(script('x = 1 // 0', 'def parse(log):', '  return {}'))[0]).toContain(
      'Line 1, column 7 of the script: While it is loaded, division by zero',
    );
  });

  it('refuses sources of more than 64 KB', () => {
    const long = script('def parse(log):', '  return {"a": 1}', `# ${'x'.repeat(64 * 1024)}`);
    expect(faultsOf(long)[0]).toContain('at most 65536');
  });

  it('makes events, and says where and why it does not', () => {
    const lines = ['a=1 b=x', '', 'c'];
    const source = script(
      'def parse(log):',
      '  if not log: return {}',
      '  return {k: v for k, v in [pair.split("=") for pair in log.split(" ")]}',
    );
    expect(parseLines(source, lines)).toEqual([
      { a: '1', b: 'x' },
      'failed: The script failed at line 1, column 5: parse() returned an empty dict.',
      'failed: The script failed at line 3, column 20: 1 values cannot be taken apart into 2 names.',
    ]);
  });
});
