import { describe, expect, it } from 'vitest';
import { faultsOf, parseLines } from './testing.ts';

describe('script parser', () => {
  it("[002-5.64] must define 'def parse(log):'", () => {
    expect(faultsOf('script: { function: "def parse(log):\\n  return json.decode(log)" }')).toEqual([]);
    expect(faultsOf('script: { function: "def other(log):\\n  return {}" }')[0]).toContain('def parse(log):');
    expect(faultsOf('script: {}')[0]).toContain('def parse(log):');
  });

  it('is refused when it should run', () => {
    expect(() => parseLines('script: { function: "def parse(log):\\n  return {}" }', ['x'])).toThrow(
      'script parser',
    );
  });
});
