import { describe, expect, it } from 'vitest';
import { linesOfFailures } from './failed-lines.ts';

describe('a sample out of failed events', () => {
  it('has one event on each line, and none that is sealed', () => {
    const rows = [['{\n  "gate": "north"\n}'], ['v1.c2VhbGVk+/=='], ['  '], ['gate,at']];
    expect(linesOfFailures(rows)).toBe('{ "gate": "north" }\ngate,at');
  });

  it('is not made of anything else', () => {
    expect(() => linesOfFailures([[1]])).toThrow();
  });
});
