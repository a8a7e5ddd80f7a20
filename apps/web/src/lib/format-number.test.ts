import { describe, expect, it } from 'vitest';
import { countOf, formatBytes, formatCount, formatShare, formatShortCount } from './format-number.ts';

describe('numbers', () => {
  it('writes thousands with commas', () => {
    expect(formatCount(1_842_117)).toBe('1,842,117');
  });

  it('[001-9.20] shortens with K, M and B per 1000', () => {
    expect(formatShortCount(999)).toBe('999');
    expect(formatShortCount(1_000)).toBe('1K');
    expect(formatShortCount(9_860)).toBe('9.9K');
    expect(formatShortCount(999_940)).toBe('1M');
    expect(formatShortCount(12_345)).toBe('12.3K');
    expect(formatShortCount(41_200_000)).toBe('41.2M');
    expect(formatShortCount(2_000_000_000)).toBe('2B');
  });

  it('[001-9.19] counts sizes in steps of 1024 up to EB', () => {
    expect(formatBytes(0)).toBe('0\u202fB');
    expect(formatBytes(1_023)).toBe('1,023\u202fB');
    expect(formatBytes(1_536)).toBe('1.5\u202fKB');
    expect(formatBytes(1024 ** 3)).toBe('1\u202fGB');
    expect(formatBytes(1024 ** 6)).toBe('1\u202fEB');
    expect(formatBytes(2048 * 1024 ** 6)).toBe('2048\u202fEB');
  });

  it('says a share with the digits that matter', () => {
    expect(formatShare(1_839_204, 1_842_117)).toBe('99.84\u202f%');
    expect(formatShare(0, 0)).toBe('0\u202f%');
    expect(formatShare(1, 8)).toBe('12.5\u202f%');
  });

  it('counts nouns', () => {
    expect(countOf(1, 'event')).toBe('1 event');
    expect(countOf(1_200, 'reply', 'replies')).toBe('1,200 replies');
  });
});
